import type { Writable } from 'node:stream';
import type pg from 'pg';
import { cancellation } from './cancellation';
import { CommitNotConfirmed, confirmCommit } from './confirmed-commit';
import { isPrepared, isUnawaited, nameOf } from './prepared-statement';
import { isBatch, type Statement } from './statement-batch';
import { Session, type SessionConfig } from './session';
import { timeStatements } from './slow-statements';
import { sqlState } from './database-errors';

type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/** A server that no longer takes writes says so with this code. */
const readOnly = '25006';

/** What begins a transaction, plainly or with its isolation. */
const opens = /^(?:begin|start transaction)\b/;

/** The answer to a statement that was not sent yet. */
const unsent: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/**
 * A connection of the pool. It prepares statements marked for it, once each; inside a transaction it sends what no one
 * waits for together with the next statement (decision 116); and it insists on confirmed commits.
 */
export class PoolClient extends Session {
  readonly #settings: SessionConfig;
  readonly #time: ReturnType<typeof timeStatements> | undefined;
  #isSpent = false;
  #isInTransaction = false;
  /** What is sent with the next statement; first the `begin`. */
  #held: Statement[] = [];

  constructor(settings: SessionConfig = {}) {
    super(settings);
    this.#settings = settings;
    this.#time = settings.slowStatements && timeStatements(settings.slowStatements);
  }

  /** Whether the pool must replace it, because another server may have taken over from this one. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  // `query` has many overloads. A stream or a query with a callback is passed through.
  override query = ((...args: unknown[]) => {
    const [text, values = [], callback] = args;
    if (typeof text === 'string' && Array.isArray(values) && callback === undefined)
      return isBatch(text) ? this.#sendBatch(values) : this.#follow({ text, values });
    // It stands behind them in the driver's queue, and fails with them.
    for (const statement of this.#takeHeld()) this.#send(statement).catch(() => undefined);
    return this.#passThrough(args);
  }) as pg.Client['query'];

  #passThrough(args: readonly unknown[]): unknown {
    const query = super.query.bind(this) as (...all: unknown[]) => unknown;
    const done = args.at(-1);
    if (typeof done !== 'function') return this.#watch(query(...args));
    const finish = this.#begin();
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      finish(error);
      done(error, result);
    });
  }

  /** Runs a statement, or holds it back until the next. */
  async #follow(statement: Statement): Promise<pg.QueryResult> {
    const [command] = /^(?:commit|rollback(?: to)?)\b/.exec(statement.text) ?? [];
    if (opens.test(statement.text)) this.#isInTransaction = true;
    if (opens.test(statement.text) || (this.#isInTransaction && isUnawaited(statement.text))) {
      this.#held.push(statement);
      return unsent;
    }
    if (command === 'commit') return this.#commit(statement);
    if (command?.startsWith('rollback')) {
      // What was not sent needs no undoing.
      const [first] = this.#takeHeld();
      if (command === 'rollback') this.#isInTransaction = false;
      if (first && opens.test(first.text)) return unsent;
    }
    const [result = unsent] = await this.#sendAll([statement]);
    return result;
  }

  async #sendBatch(statements: readonly Statement[]): Promise<pg.QueryResult> {
    return { ...unsent, rows: await this.#sendAll(statements) };
  }

  /** Sends what was held back, and these; answers these. Throws the first error of all. */
  async #sendAll(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const held = this.#takeHeld();
    const answers = await valuesOf(this.#pipeline([...held, ...statements]));
    return answers.slice(held.length);
  }

  #commit(statement: Statement): Promise<pg.QueryResult> {
    this.#isInTransaction = false;
    const held = this.#takeHeld();
    const answers = this.#pipeline([...held, statement]);
    const before = valuesOf(answers.slice(0, -1));
    const commit = async () => (await valuesOf(answers)).at(-1) ?? unsent;
    return this.#watch(confirmCommit(this, { before, commit, cancel: this.#cancel }));
  }

  #takeHeld(): Statement[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** Sends statements without waiting in between. After one that failed, the others of the transaction fail too. */
  #pipeline(statements: readonly Statement[]): Promise<pg.QueryResult>[] {
    if (statements.length === 1) return statements.map(statement => this.#send(statement));
    // The driver's option is for a whole connection, which then could not stream rows; so it is set for these only.
    const driver = this as unknown as { pipeline: boolean; connection: { stream: Writable } };
    driver.pipeline = true;
    driver.connection.stream.cork();
    const answers = statements.map(statement => this.#send(statement));
    driver.connection.stream.uncork();
    void Promise.allSettled(answers).then(() => {
      driver.pipeline = false;
    });
    return answers;
  }

  #send({ text, values }: Statement): Promise<pg.QueryResult> {
    const ending = cancellation();
    if (ending?.aborted && text !== 'rollback') return Promise.reject(ending.reason as Error);
    const query = super.query.bind(this) as unknown as Query;
    const answer = isPrepared(text) ? query({ name: nameOf(text), text, values }) : query(text, values);
    this.#time?.(text, answer);
    return this.#watch(answer);
  }

  #watch<Result>(running: Result): Result {
    if (!(running instanceof Promise)) return running;
    const finish = this.#begin();
    running.then(() => finish(null), finish);
    return running;
  }

  /** Starts the time for an answer. Returns the function that stops it and looks at the error, if any. */
  #begin(): (error: unknown) => void {
    const { answersWithin } = this.#settings;
    const timer = answersWithin === undefined ? undefined : setTimeout(this.#giveUp, answersWithin);
    const ending = cancellation();
    // A function of its own: statements sent together end one by one.
    const abandon = () => this.#abandon();
    ending?.addEventListener('abort', abandon, { once: true });
    return error => {
      clearTimeout(timer);
      ending?.removeEventListener('abort', abandon);
      if (sqlState(error) !== readOnly && !(error instanceof CommitNotConfirmed)) return;
      this.#isSpent = true;
      this.forgetServer();
    };
  }

  /** A lost machine closes no connection, so the statement would wait for ever. */
  readonly #giveUp = (): void => {
    this.forgetServer();
    this.cut();
  };

  /**
   * Cancels the running statement, which no one awaits any more. The connection is not used again: the cancelling may
   * arrive after the statement has ended by itself, and would hit the next one.
   */
  #abandon(): void {
    if (this.#isSpent) return;
    this.#isSpent = true;
    void this.#cancel().catch(() => undefined);
  }

  /** Ends the running statement, over a connection of its own to the same server. */
  readonly #cancel = async (): Promise<void> => {
    const other = new Session({
      ...this.#settings,
      // The pool hides it from copies.
      password: this.#settings.password,
      host: this.host,
      port: this.port,
      route: undefined,
    });
    await other.connect();
    try {
      await other.query('select pg_cancel_backend($1)', [this.processOfServer]);
    } finally {
      await other.end();
    }
  };
}

/** Waits until all are answered, so that none is left unhandled; then throws the first error, if any. */
async function valuesOf(answers: readonly Promise<pg.QueryResult>[]): Promise<pg.QueryResult[]> {
  await Promise.allSettled(answers);
  return Promise.all(answers);
}
