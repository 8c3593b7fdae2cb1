import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/**
 * Runs a statement in a transaction and leaves it open, so that whoever needs the same row waits: a moment in the
 * middle of their work that a test can rely on. Returns what ends the transaction, with nothing changed.
 */
export async function holdTransaction(
  db: Database,
  statement: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  const holder = await db.startTransaction().execute();
  // It may be idle for longer than the product allows.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder);
  await statement.execute(holder);
  return async () => {
    if (!holder.isRolledBack) await holder.rollback().execute();
  };
}

/** The processes whose statements wait for a lock of any kind; `of` is a part of their text. */
export async function waitingForLock(db: Database, of = ''): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position(${of} in query) > 0`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until so many statements wait for a lock, and returns their processes. */
export async function untilWaitingForLock(
  db: Database,
  { of = '', count = 1 }: { readonly of?: string; readonly count?: number } = {},
): Promise<number[]> {
  const end = Date.now() + 120_000;
  for (;;) {
    const waiting = await waitingForLock(db, of);
    if (waiting.length >= count) return waiting;
    if (Date.now() > end) throw new Error('Nothing came to wait for the lock');
    await pause(5);
  }
}

/** Waits until a statement waits for the end of another transaction. */
export async function held(db: Database): Promise<void> {
  const end = Date.now() + 120_000;
  const isHeld = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`;
  while ((await isHeld.execute(db)).rows.length === 0) {
    if (Date.now() > end) throw new Error('Nothing came to wait for the held transaction');
    await pause(5);
  }
}

/**
 * Starts the first write and holds it just before its commit, where it inserts into `table`, with all that it locked; then
 * starts the second, which comes to wait for it, and lets both end. Audit entries come last in nearly every write. Returns
 * what both answered. Only for applications without jobs, which would wait as well.
 */
export async function duringFirst<First, Second>(
  db: Database,
  first: () => Promise<First>,
  second: () => Promise<Second>,
  table = 'audit_log',
): Promise<[First, Second]> {
  // The time for which a request may wait for a lock would be over before a slow machine has started the second.
  await sql`
    create function wait_for_the_second() returns trigger language plpgsql as $$
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock(0, 0);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger wait_for_the_second before insert on ${sql.table(table)}
    for each statement execute function wait_for_the_second()`.execute(db);
  const release = await holdTransaction(db, sql`select pg_advisory_xact_lock(0, 0)`);
  try {
    const earlier = first();
    await untilWaitingForLock(db);
    const later = second();
    await untilWaitingForLock(db, { count: 2 });
    await release();
    return await Promise.all([earlier, later]);
  } catch (error) {
    await release();
    throw error;
  } finally {
    await sql`drop function wait_for_the_second() cascade`.execute(db);
  }
}
