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
  await statement.execute(holder);
  return () => holder.rollback().execute();
}

/** Waits until a statement waits for the end of another transaction. */
export async function held(db: Database): Promise<void> {
  const end = Date.now() + 20_000;
  const isHeld = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`;
  while ((await isHeld.execute(db)).rows.length === 0) {
    if (Date.now() > end) throw new Error('Nothing came to wait for the held transaction');
    await pause(5);
  }
}
