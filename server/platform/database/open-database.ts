import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PoolClient } from './pool-client';
import type { Connection, SessionConfig } from './session';
import type { SlowStatements } from './slow-statements';
import type { DB } from './tables.generated';

/** The database outside a transaction: for reads. */
export type Database = Kysely<DB>;
/** The database inside a transaction: for writes, and for reads that belong to one. */
export type Tx = Transaction<DB>;
/** Reads accept either. */
export type Reader = Database | Tx;

export type { Connection } from './session';

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

const longestLock = '3s';

/** In milliseconds. A server that is there answers within its own limit; a machine that is lost says nothing. */
const longestStatement = 20_000;
const longestAnswer = 24_000;
/** A transaction whose process says nothing keeps its locks no longer. */
const longestIdle = 10_000;
/** For a free connection, and for a new one. Background work can wait while the machine is busy. */
const longestConnecting = 5_000;
const longestConnectingUnhurried = 30_000;

/**
 * Opens a pool. A request's query may run for 20 s and wait for a lock for 3 s; background work (`unhurried`) has no
 * limit but for connecting.
 */
export function openPool(
  connection: Connection,
  size: number,
  {
    unhurried = false,
    statementsWithin = longestStatement,
    answersWithin = longestAnswer,
    goesOnWithin = longestIdle,
    connectsWithin = unhurried ? longestConnectingUnhurried : longestConnecting,
    slowStatements,
  }: {
    unhurried?: boolean;
    statementsWithin?: number;
    answersWithin?: number;
    goesOnWithin?: number;
    connectsWithin?: number;
    slowStatements?: SlowStatements | undefined;
  } = {},
): pg.Pool {
  const settings: pg.PoolConfig & SessionConfig = {
    ...connection,
    Client: PoolClient,
    max: size,
    connectionTimeoutMillis: connectsWithin,
    application_name: 'counterfoil',
    parameters: {
      ...(unhurried ? {} : timeLimits(statementsWithin, goesOnWithin)),
      timezone: 'UTC',
    },
    answersWithin: unhurried ? undefined : answersWithin,
    slowStatements,
  };
  const pool = new pg.Pool(settings);
  // The pool replaces a connection lost while idle; without a listener the event would end the process.
  pool.on('error', () => undefined);
  // The queue of jobs insists on this one, although each session has it.
  pool.on('connect', client => client.on('error', () => undefined));
  pool.on('release', (_error, client) => {
    if (client instanceof PoolClient && client.isSpent) void client.end();
  });
  return pool;
}

const timeLimits = (statementsWithin: number, goesOnWithin: number) => ({
  statement_timeout: `${statementsWithin}ms`,
  lock_timeout: longestLock,
  idle_in_transaction_session_timeout: `${goesOnWithin}ms`,
});

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
