/** Debounces work: many requests, done once, a while after the first. `stop` cancels it. */
export function throttle(pauseMs: number, work: () => void): { ask: () => void; stop: () => void } {
  let waiting: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    ask: () => {
      if (stopped) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        work();
      }, pauseMs).unref();
    },
    stop: () => {
      stopped = true;
      clearTimeout(waiting);
    },
  };
}
