/** Work that many ask for and that is done once for all of them, a while after the first asked. `stop` forgets it. */
export function inAWhile(pauseMs: number, work: () => void): { ask: () => void; stop: () => void } {
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
