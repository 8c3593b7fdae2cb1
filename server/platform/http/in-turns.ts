import type { Route } from './route';

/**
 * Lets so many of these reads work at a time in this process; the others wait in the order in which they came. What adds up years
 * of rows makes several queries at once: five of them would take every connection, and a till would wait for one.
 */
export function inTurns(routes: readonly Route[], most: number): Route[] {
  const turns = turnsOf(most);
  return routes.map(route => ({ ...route, handle: input => turns(() => route.handle(input)) }));
}

/** Runs what it is given, at most so many at a time. A failure gives its turn on like anything else. */
export function turnsOf(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else await new Promise<void>(begin => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
