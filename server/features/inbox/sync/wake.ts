/** A bell that is remembered while nobody listens. */
export type Wake = ReturnType<typeof createWake>;

export function createWake() {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      answer?.();
    },
    /** Until it rings, or for so long at most. */
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
