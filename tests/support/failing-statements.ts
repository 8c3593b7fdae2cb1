import pg from 'pg';

/** What becomes of one statement: the server raises an error, or the connection is lost before it arrives. */
export type Failure = 'connection lost' | { readonly sqlState: string };

export type FailingStatements = {
  /** Runs `work`, in which the statement of this number fails. Says whether so many were sent. */
  readonly during: (nth: number, failure: Failure, work: () => Promise<unknown>) => Promise<boolean>;
  readonly stop: () => void;
};

type Client = pg.Client & { readonly connection: { readonly stream: { destroy(): void } } };
type Query = (this: Client, ...args: unknown[]) => unknown;

/** Sent by timers, and by the listener, at any time. */
const ofTimers = /\bpg_notify\b|^select 1$/;

const textOf = ([statement]: readonly unknown[]): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | undefined)?.text);

const raising = (sqlState: string): string =>
  `do $$ begin raise exception using errcode = '${sqlState}'; end $$`;

/** Makes one statement of the users of this database fail, where the driver is asked to send it. */
export function failStatements(user: string): FailingStatements {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  let armed: { left: number; readonly failure: Failure } | null = null;
  prototype.query = function query(...args) {
    if (armed === null || this.user !== user || ofTimers.test(textOf(args)))
      return original.apply(this, args);
    armed.left -= 1;
    if (armed.left !== 0) return original.apply(this, args);
    const { failure } = armed;
    if (failure !== 'connection lost') return original.call(this, raising(failure.sqlState));
    this.connection.stream.destroy();
    return original.apply(this, args);
  };
  return {
    during: async (nth, failure, work) => {
      const mine = { left: nth, failure };
      armed = mine;
      try {
        await work();
      } finally {
        armed = null;
      }
      return mine.left <= 0;
    },
    stop: () => {
      prototype.query = original;
    },
  };
}
