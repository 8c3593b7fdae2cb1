import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs a read whose statements end once `signal` is aborted: the running one is cancelled, and no further one is sent.
 * Not for writes, whose outcome would be uncertain, unless they are begun again from what is in the database, as jobs are.
 */
export const cancelledBy = <Result>(signal: AbortSignal | undefined, read: () => Result): Result =>
  signal ? storage.run(signal, read) : read();

/** What ends the statements of the current read; undefined for all other work. */
export const cancellation = (): AbortSignal | undefined => storage.getStore();
