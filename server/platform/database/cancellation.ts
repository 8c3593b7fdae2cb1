import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs work whose statements end once `signal` is aborted: the running one is cancelled, and no further one is sent, so a
 * transaction is undone as a whole. Writes only if they can be repeated: a job begins again from what is in the database,
 * and a request has its key.
 */
export const cancelledBy = <Result>(signal: AbortSignal | undefined, work: () => Result): Result =>
  signal ? storage.run(signal, work) : work();

/** Starts what outlives the current work or is shared with others, so it must not end with it. */
export const uncancelled = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** What ends the statements of the current work; undefined where nothing does. */
export const cancellation = (): AbortSignal | undefined => storage.getStore();
