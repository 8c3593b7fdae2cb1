import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Database, Tx } from '../../platform/database/open-database';
import { handles, job, type JobHandler } from '../../platform/jobs/job';

/** Tables that only grow, with the column that rises. */
const counted = {
  audit_log: 'id',
  journal_lines: 'journal_id',
  journals: 'id',
  sales: 'id',
  stock_movements: 'id',
} as const;
export type CountedTable = keyof typeof counted;

export const countedTables = Object.keys(counted) as CountedTable[];

export const idOf = (table: CountedTable) => sql.ref(`${table}.${counted[table]}`);

/** The exact number of rows of a table: those counted before, and those added since. */
export function rowsIn(table: CountedTable): RawBuilder<number> {
  const kept = (column: 'row_count' | 'up_to_id') =>
    sql`(select ${sql.ref(column)} from kept_row_counts where table_name = ${sql.lit(table)})`;
  return sql`(${kept('row_count')}
    + (select count(*) from ${sql.table(table)} where ${idOf(table)} > ${kept('up_to_id')}))`;
}

export const keepRowCounts = job('keep-row-counts', z.object({}));

export const keepRowCountsHandler = (db: Database): JobHandler =>
  handles(keepRowCounts, () => storeRowCounts(db));

/** Counts the rows that were added since the last time. Nothing waits for it. */
export async function storeRowCounts(db: Database): Promise<void> {
  for (const table of countedTables) await storeRowCount(db, table);
}

/** After a restore, notes the newest ids anew: those noted before are of the transactions of another server. */
export async function renoteRowCounts(tx: Tx): Promise<void> {
  await sql`update kept_row_counts set noted_id = up_to_id, noted_before = null, noted_at = null`.execute(tx);
}

type Counted = {
  /** The version of the kept row: it changes when rows are deleted meanwhile. */
  readonly version: string;
  readonly was_noted: boolean;
  readonly is_settled: boolean;
  readonly noted_id: number;
  readonly added: number;
  readonly newest_id: number;
  readonly before: string;
  readonly now: string;
};

/**
 * A transaction may commit a row whose id is below that of rows already seen. So the newest id is only noted, and
 * counted up to once every transaction has ended that was under way then: those with an id of their own by the
 * snapshot, the others by their start. (A transaction of the future is one of another server, from which this database
 * was restored: it has ended too.)
 */
async function storeRowCount(db: Database, table: CountedTable): Promise<void> {
  const { rows } = await sql<Counted>`
    with kept as (
      select *, xmin::text as version, noted_before is not null as was_noted, coalesce(
        (noted_before <= pg_snapshot_xmin(pg_current_snapshot()) or noted_before > pg_snapshot_xmax(pg_current_snapshot())) and not exists (
          select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
            and pid <> pg_backend_pid() and xact_start <= noted_at), false) as is_settled
      from kept_row_counts where table_name = ${table}
    )
    select version, was_noted, is_settled, noted_id,
      (select count(*) from ${sql.table(table)} where ${idOf(table)} > up_to_id and ${idOf(table)} <= noted_id and is_settled) as added,
      coalesce((select max(${idOf(table)}) from ${sql.table(table)}), 0)::bigint as newest_id,
      pg_snapshot_xmax(pg_current_snapshot())::text as before, clock_timestamp()::text as now
    from kept`.execute(db);
  const [found] = rows;
  if (!found || (found.was_noted && !found.is_settled)) return;
  await sql`
    update kept_row_counts set row_count = row_count + ${found.added},
      up_to_id = case when ${found.is_settled} then noted_id else up_to_id end,
      noted_id = greatest(noted_id, ${found.newest_id}), noted_before = ${found.before}::xid8, noted_at = ${found.now}::timestamptz
    where table_name = ${table} and xmin::text = ${found.version}`.execute(db);
}
