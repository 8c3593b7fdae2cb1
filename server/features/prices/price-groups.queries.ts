import { sql } from 'kysely';
import type { ExportQuery, ListQuery } from '#domain/kernel/list-query';
import type { PriceGroup, priceGroups, PriceGroupWrite } from '#domain/pricing/price-group.contract';
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
import { percentText } from '../products';

type Filters = typeof priceGroups.list.listing.filters;
type Filter = Omit<ListQuery<'name', Filters>, 'page' | 'per_page'> | ExportQuery<'name', Filters>;

const columns = sql`g.id, g.name, (g.percent_off * 100)::integer as percent_off, g.status, g.version,
  (select count(*) from price_group_prices p where p.price_group_id = g.id) as products`;

const conditions = (filter: Filter) =>
  where(
    filter.search !== undefined && sql`g.name ilike ${containing(filter.search)}`,
    filter.status !== undefined && sql`g.status = ${filter.status}`,
    filter.ids !== undefined && isAmong(sql`g.id`, idsIn(filter.ids)),
  );
const order = (filter: Filter) => inOrder({ name: sql`g.name` }, filter, sql`g.id`);

export async function listPriceGroups(db: Reader, query: ListQuery<'name', Filters>) {
  return askPage(db, query, {
    rows: sql<PriceGroup>`
      select ${columns} from (
        select g.* from price_groups g ${conditions(query)} ${order(query)} ${pageLimit(query)}) g ${order(query)}`,
    total: sql<{ total: number }>`select count(*) as total from price_groups g ${conditions(query)}`,
  });
}

export const streamPriceGroups = (db: Reader, filter: Filter): AsyncIterable<PriceGroup> =>
  streamRows<PriceGroup>(
    db,
    sql`select ${columns} from price_groups g ${conditions(filter)} ${order(filter)}`,
  );

/** All that match the filter, with their versions. */
export async function findPriceGroupsForChange(db: Reader, filter: Filter) {
  const { rows } = await sql<{ id: number; version: number }>`
    select g.id, g.version from price_groups g ${conditions(filter)} order by g.id`.execute(db);
  return rows;
}

export async function findPriceGroup(db: Reader, id: number): Promise<PriceGroup | undefined> {
  const { rows } = await sql<PriceGroup>`select ${columns} from price_groups g where g.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export async function lockPriceGroup(tx: Tx, id: number): Promise<PriceGroup | undefined> {
  await sql`select from price_groups where id = ${id} for update`.execute(tx);
  return findPriceGroup(tx, id);
}

export async function insertPriceGroup(tx: Tx, values: PriceGroupWrite, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into price_groups (name, percent_off, status, created_at, updated_at)
    values (${values.name}, ${percentText(values.percent_off)}, ${values.status}, ${now}, ${now}) returning id`.execute(
    tx,
  );
  return insertedId(rows);
}

export async function updatePriceGroup(
  tx: Tx,
  id: number,
  values: PriceGroupWrite,
  now: Date,
): Promise<void> {
  await sql`
    update price_groups set name = ${values.name}, percent_off = ${percentText(values.percent_off)},
      status = ${values.status}, version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

export async function deletePriceGroup(tx: Tx, id: number): Promise<void> {
  await sql`delete from price_groups where id = ${id}`.execute(tx);
}

/** Whether any product price uses the group, and how many customers are in it. */
export async function findPriceGroupUse(
  tx: Tx,
  id: number,
): Promise<{ has_prices: boolean; customers: number } | undefined> {
  const { rows } = await sql<{ has_prices: boolean; customers: number }>`
    select exists (select from price_group_prices where price_group_id = ${id})
      or exists (select from quantity_breaks where price_group_id = ${id}) as has_prices,
      (select count(*) from customers where price_group_id = ${id}) as customers`.execute(tx);
  return rows[0];
}
