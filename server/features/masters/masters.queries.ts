import { type RawBuilder, sql } from 'kysely';
import type { RecordStatus } from '#domain/kernel/fields';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Reader, Tx } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { insertedId } from '../../platform/database/inserted-id';
import type { MasterKind } from './master-kinds';

/** A master record as loaded. Only sub-categories have a category; only units can be counted. */
export type StoredMaster = {
  readonly id: number;
  readonly name: string;
  readonly status: RecordStatus;
  readonly version: number;
  readonly category_id?: number;
  readonly category?: { readonly id: number; readonly name: string };
  readonly is_whole?: boolean;
};

export type MasterValues = {
  readonly name: string;
  readonly status: RecordStatus;
  readonly category_id?: number;
  readonly is_whole?: boolean;
};

export type MasterFilter = {
  readonly search?: string | undefined;
  readonly status?: RecordStatus | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'name' | 'id';
  readonly sort_order: SortOrder;
};

const hasCategory = (kind: MasterKind) => kind.table === 'sub_categories';

const isUnit = (kind: MasterKind) => kind.table === 'units';

function columns(kind: MasterKind) {
  const shared = sql`m.id, m.name, m.status, m.version`;
  if (isUnit(kind)) return sql`${shared}, m.is_whole`;
  return hasCategory(kind)
    ? sql`${shared}, m.category_id, jsonb_build_object('id', c.id, 'name', c.name) as category`
    : shared;
}

const tables = (kind: MasterKind) =>
  hasCategory(kind)
    ? sql`sub_categories m join categories c on c.id = m.category_id`
    : sql`${sql.table(kind.table)} m`;

const conditions = (filter: MasterFilter): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && sql`m.name ilike ${containing(filter.search)}`,
    filter.status && sql`m.status = ${filter.status}`,
    filter.ids !== undefined && isAmong(sql`m.id`, idsIn(filter.ids)),
  );

const order = (filter: MasterFilter) => inOrder({ name: sql`m.name`, id: sql`m.id` }, filter, sql`m.id`);

export async function listMasters(
  db: Reader,
  kind: MasterKind,
  query: MasterFilter & { page: number; per_page: number },
) {
  return askPage(db, query, {
    rows: sql<StoredMaster>`
      select ${columns(kind)} from ${tables(kind)} ${conditions(query)} ${order(query)} ${pageLimit(query)}`,
    total: sql<{
      total: number;
    }>`select count(*) as total from ${sql.table(kind.table)} m ${conditions(query)}`,
  });
}

/** All rows that match the filter, in order and in batches. */
export const streamMasters = (
  db: Reader,
  kind: MasterKind,
  filter: MasterFilter,
): AsyncIterable<StoredMaster> =>
  streamRows<StoredMaster>(
    db,
    sql`select ${columns(kind)} from ${tables(kind)} ${conditions(filter)} ${order(filter)}`,
  );

/** All that match the filter, with their versions. */
export async function findMastersForChange(db: Reader, kind: MasterKind, filter: MasterFilter) {
  const { rows } = await sql<{ id: number; version: number }>`
    select m.id, m.version from ${sql.table(kind.table)} m ${conditions(filter)} order by m.id`.execute(db);
  return rows;
}

export async function findMaster(
  db: Reader,
  kind: MasterKind,
  id: number,
): Promise<StoredMaster | undefined> {
  const { rows } =
    await sql<StoredMaster>`select ${columns(kind)} from ${tables(kind)} where m.id = ${id}`.execute(db);
  return rows[0];
}

export async function lockMaster(tx: Tx, kind: MasterKind, id: number): Promise<StoredMaster | undefined> {
  const { rows } = await sql<StoredMaster>`
    select ${columns(kind)} from ${tables(kind)} where m.id = ${id} for no key update of m`.execute(tx);
  return rows[0];
}

/** The column that only this kind has. */
function ownColumn(kind: MasterKind, values: MasterValues) {
  if (hasCategory(kind)) return { name: 'category_id', value: values.category_id };
  return isUnit(kind) ? { name: 'is_whole', value: values.is_whole } : undefined;
}

export async function insertMaster(
  tx: Tx,
  kind: MasterKind,
  values: MasterValues,
  now: Date,
): Promise<number> {
  const own = ownColumn(kind, { is_whole: false, ...values });
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(kind.table)} (${own ? sql`${sql.ref(own.name)}, ` : sql``}name, status, created_at, updated_at)
    values (${own ? sql`${own.value}, ` : sql``}${values.name}, ${values.status}, ${now}, ${now}) returning id`.execute(
    tx,
  );
  return insertedId(rows);
}

export async function updateMaster(
  tx: Tx,
  kind: MasterKind,
  id: number,
  values: MasterValues,
  now: Date,
): Promise<void> {
  const own = ownColumn(kind, values);
  await sql`
    update ${sql.table(kind.table)} set ${own ? sql`${sql.ref(own.name)} = coalesce(${own.value ?? null}, ${sql.ref(own.name)}),` : sql``} name = ${values.name}, status = ${values.status},
      version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

export async function deleteMaster(tx: Tx, kind: MasterKind, id: number): Promise<void> {
  await sql`delete from ${sql.table(kind.table)} where id = ${id}`.execute(tx);
}

/** What uses this record, in words: "3 sub-categories". Empty when unused. */
export async function countUses(tx: Tx, kind: MasterKind, id: number): Promise<string[]> {
  const counts = await Promise.all(
    kind.usedBy.map(async use => {
      const { rows } = await sql<{ uses: number }>`
        select count(*) as uses from ${sql.table(use.table)} where ${sql.ref(use.column)} = ${id}`.execute(
        tx,
      );
      const uses = rows[0]?.uses ?? 0;
      return { uses, words: `${uses} ${uses === 1 ? use.one : use.many}` };
    }),
  );
  return counts.filter(({ uses }) => uses > 0).map(({ words }) => words);
}
