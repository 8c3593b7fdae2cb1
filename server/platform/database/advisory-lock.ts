import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { preparedStatement } from './prepared-statement';
import type { Database, Tx } from './open-database';
import { ask, type Question } from './send-together';

/** A lock for what no row lock can protect: a row that does not exist yet, or many rows. */
export type AdvisoryLock = {
  readonly name: string;
  /** What cannot happen while it is held. */
  readonly protects: string;
  /** For a lock that triggers take too: the hash function with which they compute its key. */
  readonly inTriggers?: 'hashtext' | 'hashtextextended';
};

const textOf = ({ name }: AdvisoryLock, key?: string | number): string =>
  key === undefined ? name : `${name} ${key}`;
const keyOf = (lock: AdvisoryLock, key?: string | number): RawBuilder<number> =>
  lock.inTriggers === 'hashtext'
    ? sql<number>`hashtext(${lock.name})`
    : sql<number>`hashtextextended(${textOf(lock, key)}, 0)`;

/** Waits for the lock (of one record, if `key` is given) and holds it until the transaction ends. */
export const takeLock = (tx: Tx, lock: AdvisoryLock, key?: string | number): Promise<void> =>
  ask(tx, takingLock(lock, key));

/** The same, to be sent with what is read under the lock. */
export const takingLock = (lock: AdvisoryLock, key?: string | number): Question<unknown, void> => ({
  statement: sql`${preparedStatement} select pg_advisory_xact_lock(${keyOf(lock, key)})`,
  answer: () => undefined,
});

/** Waits until no one holds the lock exclusively, and shares it until the transaction ends. */
export async function shareLock(tx: Tx, lock: AdvisoryLock): Promise<void> {
  await sql`${preparedStatement} select pg_advisory_xact_lock_shared(${keyOf(lock)})`.execute(tx);
}

/** Takes the lock until the transaction ends if it is free, and returns whether it was. Never waits. */
export const tryLock = (tx: Tx, lock: AdvisoryLock, key?: string | number): Promise<boolean> =>
  ask(tx, tryingLock(lock, key));

/** The same, to be sent with what is read under the lock. */
export const tryingLock = (
  lock: AdvisoryLock,
  key?: string | number,
): Question<{ free: boolean }, boolean> => ({
  statement: sql<{
    free: boolean;
  }>`${preparedStatement} select pg_try_advisory_xact_lock(${keyOf(lock, key)}) as free`,
  answer: rows => rows[0]?.free ?? false,
});

/** Waits for the lock and holds it until the connection closes. */
export const takeLockOfConnection = (connection: pg.ClientBase, lock: AdvisoryLock): Promise<unknown> =>
  connection.query('select pg_advisory_lock(hashtextextended($1, 0))', [textOf(lock)]);

/** Takes the lock until the connection closes if it is free, and returns whether it was. Never waits. */
export const tryLockOfConnection = (connection: pg.ClientBase, lock: AdvisoryLock): Promise<boolean> =>
  isTaken(connection.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [textOf(lock)]));

/** Shares the lock until the connection closes, unless someone holds it alone; returns whether it does. Never waits. */
export const tryShareOfConnection = (connection: pg.ClientBase, lock: AdvisoryLock): Promise<boolean> =>
  isTaken(
    connection.query('select pg_try_advisory_lock_shared(hashtextextended($1, 0)) as taken', [textOf(lock)]),
  );

const isTaken = async (answer: Promise<pg.QueryResult<{ taken: boolean }>>): Promise<boolean> =>
  (await answer).rows[0]?.taken === true;

/** Gives back a lock that the connection holds alone. */
export const releaseLockOfConnection = (connection: pg.ClientBase, lock: AdvisoryLock): Promise<unknown> =>
  connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [textOf(lock)]);

/** The connections that hold a lock, oldest first, as far as the database shows them. */
export async function holdersOf(
  connection: pg.ClientBase,
  lock: AdvisoryLock,
): Promise<readonly { readonly name: string; readonly pid: number; readonly address: string | null }[]> {
  const { rows } = await connection.query<{ name: string; pid: number; address: string | null }>(
    `select a.application_name as name, a.pid, host(a.client_addr) as address
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.datname = current_database()
       and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended($1, 0)
     order by a.backend_start, a.pid`,
    [textOf(lock)],
  );
  return rows;
}

/** Runs `work` under the lock, unless it is taken; returns whether it ran. */
export const whileLockIsFree = (
  db: Database,
  lock: AdvisoryLock,
  work: () => Promise<void>,
): Promise<boolean> =>
  db.connection().execute(async connection => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(${keyOf(lock)}) as held`.execute(connection);
    if (rows[0]?.held !== true) return false;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${keyOf(lock)})`.execute(connection);
    }
    return true;
  });

/** Held while a request is processed, so that a repeat sent meanwhile is refused as still running. */
export const requestLock = {
  name: 'request',
  protects: 'a request with an Idempotency-Key is worked on once at a time',
} as const satisfies AdvisoryLock;

/** Held while a starting process prepares the database; the others that start at the same time wait for it (R27). */
export const startLock = {
  name: 'start',
  protects: 'the schema is migrated by one process at a time',
} as const satisfies AdvisoryLock;

/** Shared by every process that serves, as long as it does; a process that migrates holds it alone (R27). */
export const servingLock = {
  name: 'serving',
  protects: 'no process goes on serving with a schema that a later version has migrated',
} as const satisfies AdvisoryLock;
