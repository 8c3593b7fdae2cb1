/** With this many waiting, further callers are refused. */
export type QueueLimit = { readonly maxWaiting: number; readonly refusal: () => Error };

/**
 * Limits concurrency: runs at most so many tasks at a time; the others wait in order. A failed task frees its turn too.
 * One whose `signal` is aborted waits no longer, and fails with its reason.
 */
export function limitConcurrency(limit: number, full?: QueueLimit) {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((begin, fail) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        fail(signal?.reason as Error);
      };
      const start = () => {
        signal?.removeEventListener('abort', leave);
        begin();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(start);
    });

  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    if (running >= limit) {
      if (full && waiting.length >= full.maxWaiting) throw full.refusal();
      await turn(signal);
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The turn is passed on directly, so that no newcomer can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
