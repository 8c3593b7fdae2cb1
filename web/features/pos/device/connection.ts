import { health } from '#domain/kernel/health.contract';
import { request } from '../../../platform/api';
import { createStore } from '../../../platform/store';

/** Whether the server answered the last request. */
export const isConnected = createStore(navigator.onLine);

type Reached = (wasAway: boolean) => unknown;
const reached = new Set<Reached>();

/**
 * Calls back whenever the server is reachable again. `wasAway` is true when even the health check had failed,
 * so that the network was lost and not just one answer. Returns a function that stops listening.
 */
export function whenReached(run: Reached): () => void {
  reached.add(run);
  return () => reached.delete(run);
}

/** Records the outcome of a call. A lost server is polled until it answers. */
export function noteConnection(connected: boolean): void {
  const before = isConnected.get();
  if (before !== connected) isConnected.set(connected);
  const wasAway = failedAsks > 0;
  if (connected) failedAsks = 0;
  if (connected && !before) for (const run of reached) run(wasAway);
  if (!connected) askAgainSoon();
}

let failedAsks = 0;
const pause = 5_000;
let asking: ReturnType<typeof setTimeout> | undefined;

function askAgainSoon(): void {
  asking ??= setTimeout(() => {
    asking = undefined;
    void ask();
  }, pause);
}

async function ask(): Promise<void> {
  if (!navigator.onLine) {
    failedAsks += 1;
    return askAgainSoon();
  }
  try {
    await request(health.show, { shownInPlace: true, signal: AbortSignal.timeout(4_000) });
    noteConnection(true);
  } catch {
    failedAsks += 1;
    noteConnection(false);
  }
}

/** Follows the device's network while a till is open. */
export function watchConnection(): () => void {
  const online = () => void ask();
  const offline = () => noteConnection(false);
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  if (!navigator.onLine) noteConnection(false);
  return () => {
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    clearTimeout(asking);
    asking = undefined;
  };
}
