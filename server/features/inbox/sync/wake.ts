/** A signal that is remembered while no one is listening. */
export type Wake = ReturnType<typeof createWake>;

export function createWake() {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      answer?.();
    },
    /** Until the signal, or for at most this long. */
    wait: async (ms: number): Promise<void> => {
      if (!rung) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      answer = undefined;
      rung = false;
    },
  };
}
