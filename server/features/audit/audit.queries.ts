import { type RawBuilder, sql } from 'kysely';
import { isOfBill } from './bill-entries';
import type { StoredEntry } from './stored-entry';
import type { SortOrder } from '#domain/kernel/list-query';
import { type SettingName, settingChangesShown } from '#domain/settings/setting-history.contract';
import { rowsIn } from '../../kernel/row-counts';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmong,
  isAmongWords,
  isUnfiltered,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type AuditFilter = {
  readonly search?: string | undefined;
  readonly record_type?: string | undefined;
  readonly record_id?: string | undefined;
  readonly actor_id?: readonly number[] | undefined;
  readonly action?: readonly string[] | undefined;
  /** London dates, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort_by: 'id';
  readonly sort_order: SortOrder;
};

// What was emptied with a person is named after their record. What happened to it since is shown.
const erasedName = sql`audit_shown_name(a.action, a.record_type, a.record_id, a.record_name)`;
const recordName = sql`case when a.erased_at is null then a.record_name else ${erasedName} end`;

const columns = sql`a.id, a.at, a.actor, a.actor_id, a.action, a.record_type, nullif(a.record_id, 0) as record_id, ${recordName} as record_name,
  a.before, a.after, a.address, a.request_id`;

// A London day starts at a different instant in summer; the database calculates it.
const startOf = (date: string, daysLater = 0) =>
  sql`((${date}::date + ${daysLater}::int)::timestamp at time zone 'Europe/London')`;

const isOfRecord = ({ record_type: type, record_id: id }: AuditFilter) =>
  type === 'supplier_bill' && id !== undefined
    ? [isOfBill(Number(id))]
    : [
        type !== undefined && sql`a.record_type = ${type}`,
        id !== undefined && sql`a.record_id = ${Number(id)}`,
      ];

/**
 * The different values of a column, from one to the next by its index: there are few, and the log is the longest table
 * of all.
 */
const valuesOf = (column: 'record_type' | 'action' | 'actor') => {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(column)} from audit_log ${after} order by 1 limit 1)`;
  return sql`array(
    with recursive found (value) as (
      select ${next(sql``)}
      union all select ${next(sql`where ${sql.ref(column)} > found.value`)} from found where found.value is not null)
    select value from found where value is not null)`;
};

/** Each part by an index of its own. An erased entry has no name left in the table. */
async function isFound(db: Reader, search: string): Promise<RawBuilder<unknown>> {
  const pattern = containing(search);
  // Asked first, because a plan that does not know the names expects most entries to have one of them.
  const { rows } = await sql<{ actor: string }>`
    select actor from unnest(${valuesOf('actor')}) actor where actor ilike ${pattern}`.execute(db);
  const actors = rows.map(({ actor }) => actor);
  return sql`(a.record_name ilike ${pattern}
    ${actors.length > 0 ? sql`or ${isAmongWords(sql`a.actor`, actors)}` : sql``}
    or a.erased_at is not null and ${erasedName} ilike ${pattern})`;
}

const conditions = async (db: Reader, filter: AuditFilter): Promise<RawBuilder<unknown>> =>
  where(
    filter.search !== undefined && (await isFound(db, filter.search)),
    ...isOfRecord(filter),
    filter.actor_id && isAmong(sql`a.actor_id`, filter.actor_id),
    filter.action && isAmongWords(sql`a.action`, filter.action),
    filter.from !== undefined && sql`a.at >= ${startOf(filter.from)}`,
    filter.to !== undefined && sql`a.at < ${startOf(filter.to, 1)}`,
  );

const order = (filter: AuditFilter) => inOrder({ id: sql`a.id` }, filter, sql`a.id`);

export async function listAudit(db: Reader, query: AuditFilter & { page: number; per_page: number }) {
  const meant = await conditions(db, query);
  return askPage(db, query, {
    rows: asked =>
      sql<StoredEntry>`select ${columns} from audit_log a ${meant} ${order(asked)} ${pageLimit(asked)}`,
    total: isUnfiltered(query)
      ? sql<{ total: number }>`select ${rowsIn('audit_log')} as total`
      : sql<{ total: number }>`select count(*) as total from audit_log a ${meant}`,
  });
}

export async function* streamAudit(db: Reader, filter: AuditFilter): AsyncGenerator<StoredEntry> {
  const meant = await conditions(db, filter);
  yield* streamRows<StoredEntry>(db, sql`select ${columns} from audit_log a ${meant} ${order(filter)}`);
}

/** The latest changes of a setting, newest first. */
export async function findSettingChanges(db: Reader, name: SettingName): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select ${columns} from audit_log a
    where a.record_type = 'setting' and split_part(split_part(a.record_name, ':', 1), ',', 1) = ${name}
    order by a.id desc limit ${settingChangesShown}`.execute(db);
  return rows;
}

/** The filter options: record types, actions and users. */
export async function listAuditFacets(
  db: Reader,
): Promise<{ record_types: string[]; actions: string[]; actors: { id: number; name: string }[] }> {
  const { rows } = await sql<{
    record_types: string[];
    actions: string[];
    actors: { id: number; name: string }[];
  }>`
    select ${valuesOf('record_type')} as record_types, ${valuesOf('action')} as actions,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name) from users u
        where exists (select 1 from audit_log a where a.actor_id = u.id)), '[]') as actors`.execute(db);
  return rows[0] ?? { record_types: [], actions: [], actors: [] };
}
