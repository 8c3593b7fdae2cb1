import { sql } from 'kysely';
import type { Tx } from './open-database';

/**
 * Runs ANALYZE within the transaction that filled the tables: until then the planner takes them to be as small as
 * before, and joins take minutes instead of milliseconds. Autovacuum would run a minute later, or just before the new
 * rows were visible.
 */
export async function refreshStatistics(tx: Tx): Promise<void> {
  // ANALYZE samples each table, so it is quick, but can exceed a request's limit. It waits only for another ANALYZE, in
  // the same order.
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`select refresh_statistics(null)`.execute(tx);
}
