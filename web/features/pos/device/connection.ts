import { health } from '#domain/kernel/health.contract';
import { request } from '../../../platform/api';
import { createStore } from '../../../platform/store';

/** Whether the server was there when it was last asked. */
export const isConnected = createStore(navigator.onLine);

const reached = new Set<() => unknown>();

/** Runs whenever the server is there again. Answers how to stop that. */
export function whenReached(run: () => unknown): () => void {
  reached.add(run);
  return () => reached.delete(run);
}

/** Notes how a call went; a lost server is asked for until it answers. */
export function noteConnection(connected: boolean): void {
  const before = isConnected.get();
  if (before !== connected) isConnected.set(connected);
  if (connected && !before) for (const run of reached) run();
  if (!connected) askAgainSoon();
}

const pause = 5_000;
let asking: ReturnType<typeof setTimeout> | undefined;

function askAgainSoon(): void {
  asking ??= setTimeout(() => {
    asking = undefined;
    void ask();
  }, pause);
}

async function ask(): Promise<void> {
  if (!navigator.onLine) return askAgainSoon();
  try {
    await request(health.show, { shownInPlace: true, signal: AbortSignal.timeout(4_000) });
    noteConnection(true);
  } catch {
    noteConnection(false);
  }
}

/** Follows the device's network while a till is on the screen. */
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
