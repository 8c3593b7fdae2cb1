import { type RawBuilder, sql } from 'kysely';
import type {
  BulkChangeDetail,
  BulkListName,
  BulkOutcome,
  BulkState,
} from '#domain/bulk-changes/bulk-change.contract';
import type { BulkValues, FoundRecord } from '../../kernel/bulk-changes';
import { onlyRow } from '../../platform/database/only-row';
import type { Database, Reader, Tx } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

/** A bulk change as stored. */
export type StoredChange = Omit<BulkChangeDetail, 'summary' | 'can_undo'> & {
  readonly change: Readonly<Record<string, unknown>>;
  readonly asked_by: number;
};

export type StoredRecord = {
  readonly record_id: number;
  readonly record_version: number;
  readonly outcome: BulkOutcome;
  readonly reason: string | null;
  readonly before: BulkValues | null;
  readonly after: BulkValues | null;
};

export type ChangeFilter = {
  readonly search?: string | undefined;
  readonly list?: readonly BulkListName[] | undefined;
  readonly state?: readonly BulkState[] | undefined;
  readonly sort_by: 'created_at';
  readonly sort_order: 'asc' | 'desc';
};

const columns = sql`c.id, c.list, c.filter, c.change, c.hash, c.state, c.row_count, c.changed_count, c.unchanged_count,
  c.refused_count, c.undone_count, c.kept_count, c.problem, c.asked_by, u.name as created_by, c.created_at, c.finished_at,
  c.undone_at`;

const from = sql`from bulk_changes c join users u on u.id = c.created_by`;

const conditions = (filter: ChangeFilter, lists: readonly BulkListName[]): RawBuilder<unknown> =>
  where(
    sql`c.list = any(${[...lists]}::text[])`,
    filter.search !== undefined && sql`lower(u.name) like ${containing(filter.search.toLowerCase())}`,
    filter.list && isAmongWords(sql`c.list`, filter.list),
    filter.state && isAmongWords(sql`c.state`, filter.state),
  );

const rowsOf = (filter: ChangeFilter, lists: readonly BulkListName[], limit: RawBuilder<unknown>) =>
  sql<StoredChange>`select ${columns} ${from} ${conditions(filter, lists)}
    ${inOrder({ created_at: sql`c.created_at` }, filter, sql`c.id`)} ${limit}`;

/** One page of the changes of these lists. */
export async function listChanges(
  db: Reader,
  query: ChangeFilter & { page: number; per_page: number },
  lists: readonly BulkListName[],
) {
  return askPage(db, query, {
    rows: rowsOf(query, lists, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total ${from} ${conditions(query, lists)}`,
  });
}

export const streamChanges = (
  db: Reader,
  filter: ChangeFilter,
  lists: readonly BulkListName[],
): AsyncIterable<StoredChange> => streamRows<StoredChange>(db, rowsOf(filter, lists, sql``));

export async function findChange(db: Reader, id: number): Promise<StoredChange | undefined> {
  return (await sql<StoredChange>`select ${columns} ${from} where c.id = ${id}`.execute(db)).rows[0];
}

/** Locks a change until the commit, so that two jobs take turns. */
export async function lockChange(tx: Tx, id: number): Promise<StoredChange | undefined> {
  await sql`select from bulk_changes where id = ${id} for update`.execute(tx);
  return findChange(tx, id);
}

type NewChange = {
  readonly list: BulkListName;
  readonly filter: Readonly<Record<string, string>>;
  readonly change: unknown;
  readonly hash: string;
  readonly found: readonly FoundRecord[];
};

/** Stores a change with its records, as they are now. */
export async function insertChange(
  tx: Tx,
  { list, filter, change, hash, found }: NewChange,
  { now, userId }: { now: Date; userId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bulk_changes (list, filter, change, hash, row_count, asked_by, created_by, alive_at, created_at)
    values (${list}, ${JSON.stringify(filter)}::jsonb, ${JSON.stringify(change)}::jsonb, ${hash}, ${found.length},
      ${userId}, ${userId}, ${now}, ${now}) returning id`.execute(tx);
  const { id } = onlyRow(rows);
  await sql`
    insert into bulk_change_rows (change_id, record_id, record_version)
    select ${id}, record_id, record_version
    from unnest(${found.map(one => one.id)}::bigint[], ${found.map(one => one.version)}::integer[]) as r (record_id, record_version)`.execute(
    tx,
  );
  return id;
}

/** The next records with a result, in order of id. */
export async function nextRecords(
  tx: Tx,
  changeId: number,
  outcome: 'pending' | 'changed',
  limit: number,
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select record_id, record_version, outcome, reason, before, after from bulk_change_rows
    where change_id = ${changeId} and outcome = ${outcome} order by record_id limit ${limit}`.execute(tx);
  return rows;
}

export type RecordResult = {
  readonly record_id: number;
  readonly outcome: Exclude<BulkOutcome, 'pending'>;
  readonly reason?: string;
  readonly before?: BulkValues;
  readonly after?: BulkValues;
};

/** Stores the results of a batch, and counts them in the change. */
export async function storeResults(
  tx: Tx,
  changeId: number,
  results: readonly RecordResult[],
  now: Date,
): Promise<void> {
  await sql`
    update bulk_change_rows r set outcome = n.outcome, reason = n.reason,
      before = coalesce(n.before, r.before), after = coalesce(n.after, r.after)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as n (record_id bigint, outcome text, reason text, before jsonb, after jsonb)
    where r.change_id = ${changeId} and r.record_id = n.record_id`.execute(tx);
  const count = (outcome: string) => results.filter(result => result.outcome === outcome).length;
  await sql`
    update bulk_changes set changed_count = changed_count + ${count('changed')},
      unchanged_count = unchanged_count + ${count('unchanged')}, refused_count = refused_count + ${count('refused')},
      undone_count = undone_count + ${count('undone')}, kept_count = kept_count + ${count('kept')}, alive_at = ${now}
    where id = ${changeId}`.execute(tx);
}

/** All waiting records of the current step get one result, when it cannot go on. */
export async function refuseRest(
  tx: Tx,
  { id, state }: Pick<StoredChange, 'id' | 'state'>,
  reason: string,
): Promise<void> {
  const [waiting, outcome] = state === 'undoing' ? ['changed', 'kept'] : ['pending', 'refused'];
  const { rows } = await sql<{ count: number }>`
    with stopped as (update bulk_change_rows set outcome = ${outcome}, reason = ${reason}
      where change_id = ${id} and outcome = ${waiting} returning 1)
    select count(*) as count from stopped`.execute(tx);
  const count = rows[0]?.count ?? 0;
  await sql`update bulk_changes set problem = ${reason},
    refused_count = refused_count + ${outcome === 'refused' ? count : 0},
    kept_count = kept_count + ${outcome === 'kept' ? count : 0} where id = ${id}`.execute(tx);
}

/** Ends the current step. */
export async function finishStep(
  tx: Tx,
  { id, state }: Pick<StoredChange, 'id' | 'state'>,
  now: Date,
): Promise<void> {
  if (state === 'undoing')
    await sql`update bulk_changes set state = 'undone', undone_at = ${now} where id = ${id}`.execute(tx);
  else await sql`update bulk_changes set state = 'done', finished_at = ${now} where id = ${id}`.execute(tx);
}

/** The changes under way. */
export async function listUnderWay(db: Reader): Promise<Pick<StoredChange, 'id' | 'state'>[]> {
  const { rows } = await sql<Pick<StoredChange, 'id' | 'state'>>`
    select id, state from bulk_changes where state in ('running', 'undoing') order by id`.execute(db);
  return rows;
}

/** Interrupts undoing, so that it can be asked for again. */
export async function interruptUndoing(tx: Tx, id: number, problem: string): Promise<void> {
  await sql`update bulk_changes set state = 'done', problem = ${problem} where id = ${id}`.execute(tx);
}

/** Starts undoing with the rights of this user. */
export async function startUndoing(tx: Tx, id: number, userId: number, now: Date): Promise<void> {
  await sql`update bulk_changes set state = 'undoing', problem = null, asked_by = ${userId}, alive_at = ${now}
    where id = ${id}`.execute(tx);
}

/** One page of the records of a change. */
export async function listRecords(
  db: Reader,
  changeId: number,
  query: { page: number; per_page: number; outcome?: BulkOutcome | undefined },
) {
  const matching = where(sql`change_id = ${changeId}`, query.outcome && sql`outcome = ${query.outcome}`);
  return askPage(db, query, {
    rows: sql<StoredRecord>`select record_id, record_version, outcome, reason, before, after from bulk_change_rows
      ${matching} order by record_id ${pageLimit(query)}`,
    total: sql<{ total: number }>`select count(*) as total from bulk_change_rows ${matching}`,
  });
}

/** The changes whose job has been silent since then, now marked as alive. */
export async function takeSilent(tx: Tx, silentSince: Date, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update bulk_changes set alive_at = ${now}
    where state in ('running', 'undoing') and alive_at < ${silentSince} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteOld(db: Database, before: Date): Promise<void> {
  await sql`delete from bulk_changes where state in ('done', 'undone') and created_at < ${before}`.execute(
    db,
  );
}
