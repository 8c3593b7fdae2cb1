import pg from 'pg';
import { confirmCommit } from './confirmed-commit';
import { isPrepared, nameOf } from './prepared-statement';

/** A connection of the pool: it prepares statements marked for it, once each, and insists on confirmed commits. */
export class PoolClient extends pg.Client {
  // `query` has many overloads; any other statement is passed through unchanged.
  override query = ((...args: unknown[]) => {
    const [text, values, ...rest] = args;
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    if (text === 'commit') return confirmCommit(this, () => query(...args) as Promise<pg.QueryResult>);
    if (typeof text !== 'string' || !isPrepared(text)) return query(...args);
    return query({ name: nameOf(text), text, values }, ...rest);
  }) as pg.Client['query'];
}
