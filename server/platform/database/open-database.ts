import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { PreparingClient } from './prepared-statement';
import type { DB } from './tables.generated';

/** The database outside a transaction: for reads. */
export type Database = Kysely<DB>;
/** The database inside a transaction: for writes, and for reads that belong to one. */
export type Tx = Transaction<DB>;
/** A read takes either. */
export type Reader = Database | Tx;

export type Connection = pg.PoolConfig;

const int8 = 20;
const date = 1082;

// Counts, ids and pence fit a double exactly up to 2^53; anything larger must not pass silently.
pg.types.setTypeParser(int8, text => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`A bigint column holds ${text}, more than can be read exactly`);
  return value;
});
// A calendar date stays text: as a Date it would carry the time zone of the machine.
pg.types.setTypeParser(date, text => text);

const limits = '-c statement_timeout=20000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000';

/**
 * Opens a pool. No query of a request may run for longer than 20 s or wait for a lock for longer than 3 s; work on a
 * database that nobody waits for (`unhurried`) may.
 */
export function openPool(connection: Connection, size: number, { unhurried = false } = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: PreparingClient,
    max: size,
    connectionTimeoutMillis: 5_000,
    application_name: 'counterfoil',
    options: `${unhurried ? '' : limits} -c timezone=UTC`,
  });
  // A connection lost while idle is replaced by the pool, one lost in the middle of a transaction fails its next
  // statement; without listeners either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));
  return pool;
}

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
