import pg from 'pg';

/** A statement sent to the database, and whether the server waited for the answer to an earlier one before it. */
export type Sent = { readonly text: string; readonly startsRoundTrip: boolean };
/** With the transaction it belongs to, if any. */
type Noted = Sent & { readonly transaction: symbol | undefined };

export type RoundTrips = {
  /** The statements sent while `work` ran, except those of timers on other connections, and of connections opened. */
  readonly during: (work: () => Promise<unknown>) => Promise<readonly Sent[]>;
  readonly stop: () => void;
};

type Parsed = { readonly name?: string; readonly text: string };
type Bound = { readonly statement?: string };

/** Notices and scans that a timer starts some time after a write, and the listener's question whether the server is there. */
const timers = /\bpg_notify\b|\badd_jobs?\b|^select 1$/;
/** What the pool asks of a connection that it opens, which it does when a timer has the others. */
const opening = /\bset_config\('statement_timeout'/;

/** Looking up who is calling is remembered for half a second and stored once a minute, so it may or may not be among them. */
export const withoutCaller = (sent: readonly Sent[]): readonly Sent[] =>
  sent.filter(({ text }) => !/\b(?:from|update) sessions\b/.test(text));

function withoutTimers(sent: readonly Noted[]): Noted[] {
  const ofTimers = new Set(
    sent.filter(({ text }) => timers.test(text)).map(({ transaction }) => transaction),
  );
  return sent.filter(({ text, transaction }) =>
    transaction === undefined
      ? !timers.test(text) && !opening.test(text) && text !== 'commit'
      : !ofTimers.has(transaction),
  );
}

/**
 * Records what every connection of this process sends, where the driver writes it to the socket: a statement sent while
 * the answer to an earlier one is awaited costs no round trip of its own.
 */
export function watchRoundTrips(): RoundTrips {
  const wire = pg.Connection.prototype as unknown as Record<
    'query' | 'parse' | 'bind' | 'on',
    (...args: never[]) => unknown
  >;
  const original = { query: wire.query, parse: wire.parse, bind: wire.bind };
  let sent: Noted[] = [];
  const awaited = new WeakMap<object, number>();
  const transactions = new WeakMap<object, symbol>();
  const texts = new WeakMap<object, Map<string, string>>();

  const note = (connection: pg.Connection, text: string) => {
    const waiting = awaited.get(connection);
    if (waiting === undefined)
      connection.on('readyForQuery', () =>
        awaited.set(connection, Math.max(0, (awaited.get(connection) ?? 0) - 1)),
      );
    if (text === 'begin') transactions.set(connection, Symbol('transaction'));
    sent.push({
      text: text.trim(),
      startsRoundTrip: !waiting,
      transaction: transactions.get(connection),
    });
    if (text === 'commit' || text === 'rollback') transactions.delete(connection);
    awaited.set(connection, (waiting ?? 0) + 1);
  };
  const textsOf = (connection: object) => {
    const known = texts.get(connection) ?? new Map<string, string>();
    texts.set(connection, known);
    return known;
  };
  wire.query = function query(this: pg.Connection, ...[text]: [never]) {
    note(this, text);
    return original.query.call(this, text);
  };
  wire.parse = function parse(this: pg.Connection, ...[parsed]: [never]) {
    const { name = '', text } = parsed as Parsed;
    textsOf(this).set(name, text);
    return original.parse.call(this, parsed);
  };
  wire.bind = function bind(this: pg.Connection, ...[bound]: [never]) {
    const { statement = '' } = (bound ?? {}) as Bound;
    note(this, textsOf(this).get(statement) ?? `prepared earlier: ${statement}`);
    return original.bind.call(this, bound);
  };
  return {
    during: async work => {
      sent = [];
      await work();
      return withoutTimers(sent);
    },
    stop: () => void Object.assign(wire, original),
  };
}
