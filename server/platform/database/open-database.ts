import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { PoolClient } from './pool-client';
import type { DB } from './tables.generated';

/** The database outside a transaction: for reads. */
export type Database = Kysely<DB>;
/** The database inside a transaction: for writes, and for reads that belong to one. */
export type Tx = Transaction<DB>;
/** Reads accept either. */
export type Reader = Database | Tx;

export type Connection = pg.PoolConfig;

const int8 = 20;
const date = 1082;

// Counts, ids and pence fit a double exactly up to 2^53; anything larger must throw.
pg.types.setTypeParser(int8, text => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`A bigint column holds ${text}, more than can be read exactly`);
  return value;
});
// A calendar date stays text: a Date would depend on the machine's time zone.
pg.types.setTypeParser(date, text => text);

const limits = '-c statement_timeout=20000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000';

/**
 * Opens a pool. A request's query may run for 20 s and wait for a lock for 3 s; background work (`unhurried`) has no
 * limit.
 */
export function openPool(connection: Connection, size: number, { unhurried = false } = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: PoolClient,
    max: size,
    connectionTimeoutMillis: 5_000,
    application_name: 'counterfoil',
    options: `${unhurried ? '' : limits} -c timezone=UTC`,
  });
  // The pool replaces a connection lost while idle; one lost in a transaction fails its next statement. Without
  // listeners either event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));
  return pool;
}

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
