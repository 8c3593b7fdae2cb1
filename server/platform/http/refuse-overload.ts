import { Refusal } from './refusal';
import type { RequestLimits } from './request-limits';

/** The pool of connections that requests share. */
export type RequestPool = { readonly waitingCount: number };

/**
 * Refuses requests while more wait for the database than it will answer soon, so that those that are taken end in time. A
 * few seconds of it are normal: many pages open at once, or the machine stood still.
 */
export function refuseOverload(
  pool: RequestPool,
  { maxWaiting, overrun }: Pick<RequestLimits, 'maxWaiting' | 'overrun'>,
  now = () => performance.now(),
): () => Refusal | undefined {
  let since: number | undefined;
  return () => {
    if (pool.waitingCount <= maxWaiting) {
      since = undefined;
      return undefined;
    }
    since ??= now();
    return now() - since < overrun ? undefined : tooManyWait();
  };
}

const tooManyWait = () =>
  new Refusal('unavailable', 'The server is busy. Nothing was changed. Try again in a moment.', {
    retryAfterSeconds: 5,
  });
