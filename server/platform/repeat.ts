/** Does this again and again, with a pause in between. `stop` waits for what is running. The work must not throw. */
export function repeat(pauseMs: number, work: () => Promise<void>): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      running = work().finally(() => timer && next());
    }, pauseMs);
    timer.unref();
  };
  next();
  return {
    stop: async () => {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
