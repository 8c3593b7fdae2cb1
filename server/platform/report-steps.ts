/** In milliseconds: how long nothing is said, and the time between two lines about the same step. */
export type ReportTimes = { readonly quiet: number; readonly every: number };

export type Steps = {
  /** The next step begins. Its name begins a line. */
  readonly next: (name: string) => void;
  readonly end: () => void;
};

/** Longer than a migration waits for a table, which is said in a sentence of its own. */
const defaultTimes: ReportTimes = { quiet: 5_000, every: 10_000 };

/**
 * Says which step runs once they have taken long, and every few seconds how long it has taken: a program that says
 * nothing for minutes is ended by its owner.
 */
export function reportSteps(say: (line: string) => void, { quiet, every } = defaultTimes): Steps {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const next = (name: string) => {
    clearTimeout(timer);
    const stepStartedAt = performance.now();
    const tell = (line: string) => {
      say(line);
      timer = setTimeout(
        () => tell(`${name}, ${Math.round((performance.now() - stepStartedAt) / 1000)} s so far`),
        every,
      );
    };
    const quietFor = quiet - (stepStartedAt - startedAt);
    if (quietFor <= 0) tell(name);
    else timer = setTimeout(() => tell(name), quietFor);
  };
  return { next, end: () => clearTimeout(timer) };
}
