import { currentWork } from '../current-work';

/** A statement whose answer took long, without its values. */
export type SlowStatement = { readonly text: string; readonly milliseconds: number };

export type SlowStatements = {
  /** How long a statement may take before it is reported, in milliseconds. */
  readonly limit: number;
  readonly report: (statement: SlowStatement) => void;
};

type Log = { readonly warn: (facts: object, message: string) => void };

const longestText = 1_000;

/** Logs slow statements with the route or job that they belong to. A limit of 0 logs none. */
export function logSlowStatements(log: Log, limit: number): SlowStatements | undefined {
  if (limit === 0) return undefined;
  return {
    limit,
    report: ({ text, milliseconds }) =>
      log.warn(
        {
          ...currentWork(),
          milliseconds: Math.round(milliseconds),
          statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText),
        },
        'slow statement',
      ),
  };
}

/** Times the statements of one connection, which answers them in turn. */
export function timeStatements(slow: SlowStatements, clock: () => number = () => performance.now()) {
  let answeredAt = 0;
  return (text: string, answer: Promise<unknown>): void => {
    const sentAt = clock();
    const note = () => {
      const now = clock();
      // A statement sent together with others only starts when those before it are answered.
      const milliseconds = now - Math.max(sentAt, answeredAt);
      answeredAt = now;
      if (milliseconds >= slow.limit) slow.report({ text, milliseconds });
    };
    answer.then(note, note);
  };
}
