/** A signal that is remembered while no one is listening. */
export type Wake = ReturnType<typeof createWake>;

export function createWake() {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wakeUp?.();
    },
    /** Until the signal, or for at most this long. */
    wait: async (ms: number): Promise<void> => {
      if (!rung) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wakeUp = undefined;
      rung = false;
    },
  };
}
