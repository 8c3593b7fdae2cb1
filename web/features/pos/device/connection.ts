import { health } from '#domain/kernel/health.contract';
import { request } from '../../../platform/api';
import { createStore } from '../../../platform/store';
import { noteContact } from './device-terms';

/**
 * Whether the server answered the last request. The browser's own word is only a first guess: it means the network, and
 * the server may be this very computer.
 */
export const isConnected = createStore(navigator.onLine);

type ReconnectListener = (wasAway: boolean) => unknown;
const reconnectListeners = new Set<ReconnectListener>();

/**
 * Calls back whenever the server is reachable again. `wasAway` is true when even the health check had failed,
 * so that the network was lost and not just one answer. Returns a function that stops listening.
 */
export function onReconnect(run: ReconnectListener): () => void {
  reconnectListeners.add(run);
  return () => reconnectListeners.delete(run);
}

/** Records the outcome of a call. A lost server is polled until it answers. */
export function noteConnection(connected: boolean): void {
  const before = isConnected.get();
  if (before !== connected) isConnected.set(connected);
  const wasAway = failedAttempts > 0;
  if (connected) {
    failedAttempts = 0;
    contacts += 1;
    noteContact();
  }
  if (connected && !before) for (const run of reconnectListeners) run(wasAway);
  if (!connected) retrySoon();
}

let failedAttempts = 0;
/** How often the server has answered: a check that fails after a later answer leaves open which of both still holds. */
let contacts = 0;
const pause = 5_000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

function retrySoon(): void {
  retryTimer ??= setTimeout(() => {
    retryTimer = undefined;
    void checkConnection();
  }, pause);
}

async function checkConnection(): Promise<void> {
  const before = contacts;
  try {
    await request(health.show, { shownInPlace: true, signal: AbortSignal.timeout(4_000) });
    noteConnection(true);
  } catch {
    if (before !== contacts) return retrySoon();
    failedAttempts += 1;
    noteConnection(false);
  }
}

/** Follows the device's network while a till is open. */
export function watchConnection(): () => void {
  const check = () => void checkConnection();
  window.addEventListener('online', check);
  window.addEventListener('offline', check);
  if (!navigator.onLine) check();
  return () => {
    window.removeEventListener('online', check);
    window.removeEventListener('offline', check);
    clearTimeout(retryTimer);
    retryTimer = undefined;
  };
}
