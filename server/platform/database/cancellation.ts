import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

const storage = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs work whose statements end once `signal` is aborted: the running one is cancelled, and no further one is sent, so a
 * transaction is undone as a whole. Writes only if they can be repeated: a job begins again from what is in the database,
 * and a request has its key.
 */
export function cancelledBy<Result>(signal: AbortSignal | undefined, work: () => Result): Result {
  if (!signal) return work();
  // Each of the statements that are sent together listens to it; from eleven on they would be reported as a leak.
  setMaxListeners(0, signal);
  return storage.run(signal, work);
}

/** Starts what outlives the current work or is shared with others, so it must not end with it. */
export const uncancelled = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** What ends the statements of the current work; undefined where nothing does. */
export const cancellation = (): AbortSignal | undefined => storage.getStore();
