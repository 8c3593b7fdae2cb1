import pg from 'pg';
import { confirmCommit } from './confirmed-commit';
import { isPrepared, nameOf } from './prepared-statement';

/** A connection of the pool: it prepares statements marked for it, once each, and insists on confirmed commits. */
export class PoolClient extends pg.Client {
  readonly #settings: pg.ClientConfig;

  constructor(settings: pg.ClientConfig = {}) {
    super(settings);
    this.#settings = settings;
  }

  // `query` has many overloads; any other statement is passed through unchanged.
  override query = ((...args: unknown[]) => {
    const [text, values, ...rest] = args;
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    if (text === 'commit')
      return confirmCommit(this, () => query(...args) as Promise<pg.QueryResult>, this.#cancel);
    if (typeof text !== 'string' || !isPrepared(text)) return query(...args);
    return query({ name: nameOf(text), text, values }, ...rest);
  }) as pg.Client['query'];

  /** Ends the running statement, over a connection of its own. */
  readonly #cancel = async (): Promise<void> => {
    const other = new pg.Client(this.#settings);
    await other.connect();
    try {
      // The library knows the id of the server's process, but its types do not.
      const { processID } = this as unknown as { processID: number };
      await other.query('select pg_cancel_backend($1)', [processID]);
    } finally {
      await other.end();
    }
  };
}
