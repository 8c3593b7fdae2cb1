import { sql } from 'kysely';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';

export const rowRetentionDays = 30;

/**
 * Deletes the cell values of imports that ended a month ago. The import keeps its counts and, for each
 * record, what undoing needs: id, version and previous values.
 */
export async function pruneRows(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rowRetentionDays * 24 * 3600_000);
  const { rows } = await sql<{ id: number }>`
    select id from imports where (state = 'done' and committed_at < ${before} and rows_pruned_at is null)
      or (state = 'undone' and undone_at < ${before} and (rows_pruned_at is null or rows_pruned_at < undone_at))
    order by id`.execute(db);
  for (const { id } of rows) await pruneImport(db, id, now);
}

/** One transaction per import, so that locks are short. */
const pruneImport = (db: Database, id: number, now: Date): Promise<void> =>
  inTransaction(db, async tx => {
    // An undo in progress is left to finish.
    const { rows } = await sql<{ state: string }>`
      select state from imports where id = ${id} and state in ('done', 'undone') for update skip locked`.execute(
      tx,
    );
    const [found] = rows;
    if (!found) return;
    const isUsed = sql`coalesce(outcome in ('new', 'changed'), false)`;
    await sql`delete from import_rows where import_id = ${id} and ${found.state === 'done' ? sql`not ${isUsed}` : sql`true`}`.execute(
      tx,
    );
    await sql`
      update import_rows set cells = '[]', cell_problems = null, corrections = '{}', errors = null
      where import_id = ${id}`.execute(tx);
    await sql`update imports set rows_pruned_at = ${now} where id = ${id}`.execute(tx);
  });
