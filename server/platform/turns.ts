/** With this many waiting, further callers are refused. */
export type QueueLimit = { readonly maxWaiting: number; readonly refusal: () => Error };

/**
 * Limits concurrency: runs at most so many tasks at a time; the others wait in order. A failed task frees its turn too.
 */
export function limitConcurrency(limit: number, full?: QueueLimit) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) {
      if (full && waiting.length >= full.maxWaiting) throw full.refusal();
      await new Promise<void>(begin => waiting.push(begin));
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
