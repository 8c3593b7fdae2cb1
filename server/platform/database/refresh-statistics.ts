import { sql } from 'kysely';
import type { Tx } from './open-database';

/**
 * Counts the tables anew for the planner, within the transaction that filled them: until then it takes them for as
 * small as they were, and what joins them takes minutes instead of milliseconds. The database does the same by itself,
 * but only a minute later, or just before, when the new rows did not count yet.
 */
export async function refreshStatistics(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tableowner = current_user
    order by tablename`.execute(tx);
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  // A sample is taken of each table, so this ends soon; but not as soon as what a request does. It only waits for
  // somebody else who counts, in the same order.
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`analyze ${tables}`.execute(tx);
}
