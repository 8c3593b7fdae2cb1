import type pg from 'pg';
import { CommitNotConfirmed, confirmCommit } from './confirmed-commit';
import { isPrepared, nameOf } from './prepared-statement';
import { Session, type SessionConfig } from './session';
import { sqlState } from './transaction';

/** A server that no longer takes writes says so with this code. */
const readOnly = '25006';

/** A connection of the pool: it prepares statements marked for it, once each, and insists on confirmed commits. */
export class PoolClient extends Session {
  readonly #settings: SessionConfig;
  #isSpent = false;

  constructor(settings: SessionConfig = {}) {
    super(settings);
    this.#settings = settings;
  }

  /** Whether the pool must replace it, because another server may have taken over from this one. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  // `query` has many overloads, with a promise or a callback; any other statement is passed through unchanged.
  override query = ((...args: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    const [text, values, ...rest] = args;
    const done = args.at(-1);
    if (typeof done === 'function') {
      const finish = this.#begin();
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        finish(error);
        done(error, result);
      });
    }
    if (text === 'commit')
      return this.#watch(confirmCommit(this, () => query(...args) as Promise<pg.QueryResult>, this.#cancel));
    if (typeof text !== 'string' || !isPrepared(text)) return this.#watch(query(...args));
    return this.#watch(query({ name: nameOf(text), text, values }, ...rest));
  }) as pg.Client['query'];

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
    return error => {
      clearTimeout(timer);
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
