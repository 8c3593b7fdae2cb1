/** When so many wait already, whoever comes is refused. */
export type FullHouse = { readonly maxWaiting: number; readonly refusal: () => Error };

/**
 * Runs what it is given, at most so many at a time; the others wait in the order in which they came. A failure gives its turn on
 * like anything else.
 */
export function turnsOf(most: number, full?: FullHouse) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (full && waiting.length >= full.maxWaiting) throw full.refusal();
      await new Promise<void>(begin => waiting.push(begin));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The turn is handed over, not given back, so that nobody new can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
