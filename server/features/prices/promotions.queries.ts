import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { ExportQuery, ListQuery } from '#domain/kernel/list-query';
import type {
  AppliesTo,
  PromotionDetail,
  PromotionRow,
  promotions,
  PromotionWrite,
} from '#domain/pricing/promotion.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { insertedId } from '../../platform/database/inserted-id';
import { percentText } from '../products';

type Filters = typeof promotions.list.listing.filters;
type Sort = 'starts_on' | 'ends_on' | 'name';
type Filter = Omit<ListQuery<Sort, Filters>, 'page' | 'per_page'> | ExportQuery<Sort, Filters>;

/** The state of a promotion on a date. An inactive one is always inactive. */
const stateOn = (
  day: CalendarDate,
): RawBuilder<unknown> => sql`case when m.status = 'inactive' then 'inactive'
  when m.starts_on > ${day}::date then 'coming' when m.ends_on < ${day}::date then 'ended' else 'running' end`;

const columns = (
  day: CalendarDate,
) => sql`m.id, m.name, m.kind, (m.percent_off * 100)::integer as percent_off,
  m.price_pence as price, m.price_includes_vat, m.buy_units, m.get_units, m.applies_to, m.starts_on, m.ends_on, m.status, m.version,
  ${stateOn(day)} as state,
  case m.applies_to when 'products' then (select count(*) from promotion_products c where c.promotion_id = m.id)
    when 'categories' then (select count(*) from promotion_categories c where c.promotion_id = m.id)
    when 'groups' then (select count(*) from promotion_groups c where c.promotion_id = m.id) else 0 end as chosen`;

const conditions = (filter: Filter, day: CalendarDate) =>
  where(
    filter.search !== undefined && sql`m.name ilike ${containing(filter.search)}`,
    filter.state !== undefined && isAmongWords(stateOn(day), filter.state),
    filter.ids !== undefined && isAmong(sql`m.id`, idsIn(filter.ids)),
  );
const order = (filter: Filter) =>
  inOrder({ starts_on: sql`m.starts_on`, ends_on: sql`m.ends_on`, name: sql`m.name` }, filter, sql`m.id`);

export async function listPromotions(db: Reader, query: ListQuery<Sort, Filters>, day: CalendarDate) {
  return askPage(db, query, {
    rows: sql<PromotionRow>`
      select ${columns(day)} from (
        select m.* from promotions m ${conditions(query, day)} ${order(query)} ${pageLimit(query)}) m ${order(query)}`,
    total: sql<{ total: number }>`select count(*) as total from promotions m ${conditions(query, day)}`,
  });
}

export const streamPromotions = (
  db: Reader,
  filter: Filter,
  day: CalendarDate,
): AsyncIterable<PromotionRow> =>
  streamRows<PromotionRow>(
    db,
    sql`select ${columns(day)} from promotions m ${conditions(filter, day)} ${order(filter)}`,
  );

/** All that match the filter, with their versions. */
export async function findPromotionsForChange(db: Reader, filter: Filter, day: CalendarDate) {
  const { rows } = await sql<{ id: number; version: number }>`
    select m.id, m.version from promotions m ${conditions(filter, day)} order by m.id`.execute(db);
  return rows;
}

export async function findPromotion(
  db: Reader,
  id: number,
  day: CalendarDate,
): Promise<PromotionDetail | undefined> {
  const { rows } = await sql<PromotionDetail>`
    select ${columns(day)},
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) order by p.name, p.id)
        from promotion_products c join products p on p.id = c.product_id where c.promotion_id = m.id), '[]') as products,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id)
        from promotion_categories c join categories g on g.id = c.category_id where c.promotion_id = m.id), '[]') as categories,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'units', t.units,
          'products', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) order by p.name, p.id)
            from promotion_group_products c join products p on p.id = c.product_id
            where c.promotion_id = t.promotion_id and c.position = t.position), '[]'),
          'categories', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id)
            from promotion_group_categories c join categories g on g.id = c.category_id
            where c.promotion_id = t.promotion_id and c.position = t.position), '[]')) order by t.position)
        from promotion_groups t where t.promotion_id = m.id), '[]') as groups
    from promotions m where m.id = ${id}`.execute(db);
  return rows[0];
}

export async function lockPromotion(
  tx: Tx,
  id: number,
  day: CalendarDate,
): Promise<PromotionDetail | undefined> {
  await sql`select from promotions where id = ${id} for update`.execute(tx);
  return findPromotion(tx, id, day);
}

const percentOf = ({ percent_off }: Terms) => (percent_off === null ? null : percentText(percent_off));

/** The columns of a promotion; null for those of other kinds. */
export type Terms = {
  readonly percent_off: number | null;
  readonly price_pence: number | null;
  readonly price_includes_vat: boolean;
  readonly applies_to: AppliesTo;
  readonly buy_units: number | null;
  readonly get_units: number | null;
};

export async function insertPromotion(
  tx: Tx,
  values: PromotionWrite,
  terms: Terms,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into promotions (name, kind, percent_off, price_pence, price_includes_vat, buy_units, get_units, applies_to, starts_on, ends_on,
      status, created_at, updated_at)
    values (${values.name}, ${values.kind}, ${percentOf(terms)}, ${terms.price_pence}, ${terms.price_includes_vat},
      ${terms.buy_units}, ${terms.get_units}, ${terms.applies_to}, ${values.starts_on}, ${values.ends_on}, ${values.status}, ${now}, ${now})
    returning id`.execute(tx);
  return insertedId(rows);
}

export async function updatePromotion(
  tx: Tx,
  id: number,
  values: PromotionWrite,
  terms: Terms,
  now: Date,
): Promise<void> {
  await sql`
    update promotions set name = ${values.name}, kind = ${values.kind}, percent_off = ${percentOf(terms)},
      price_pence = ${terms.price_pence}, price_includes_vat = ${terms.price_includes_vat}, buy_units = ${terms.buy_units}, get_units = ${terms.get_units},
      applies_to = ${terms.applies_to}, starts_on = ${values.starts_on}, ends_on = ${values.ends_on},
      status = ${values.status}, version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

/** Replaces what a promotion applies to. Groups keep their ids. */
export async function replaceChosen(
  tx: Tx,
  id: number,
  values: PromotionWrite,
  { applies_to }: Terms,
): Promise<void> {
  await sql`delete from promotion_products where promotion_id = ${id}`.execute(tx);
  await sql`delete from promotion_categories where promotion_id = ${id}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    delete from promotion_groups where promotion_id = ${id} returning id`.execute(tx);
  await insertProducts(tx, id, applies_to === 'products' ? values.product_ids : []);
  await insertCategories(tx, id, applies_to === 'categories' ? values.category_ids : []);
  const stored = new Set(rows.map(group => group.id));
  await insertGroups(tx, id, { groups: applies_to === 'groups' ? values.groups : [], stored });
}

async function insertProducts(tx: Tx, id: number, productIds: readonly number[]): Promise<void> {
  await sql`insert into promotion_products (promotion_id, product_id)
    select ${id}, chosen from (select distinct unnest(${productIds}::bigint[]) as chosen) c order by chosen`.execute(
    tx,
  );
}

async function insertCategories(tx: Tx, id: number, categoryIds: readonly number[]): Promise<void> {
  await sql`insert into promotion_categories (promotion_id, category_id)
    select ${id}, chosen from (select distinct unnest(${categoryIds}::bigint[]) as chosen) c order by chosen`.execute(
    tx,
  );
}

type Groups = { readonly groups: PromotionWrite['groups']; readonly stored: Set<number> };

async function insertGroups(tx: Tx, id: number, { groups, stored }: Groups): Promise<void> {
  for (const [index, { id: groupId, units, product_ids, category_ids }] of groups.entries()) {
    const position = index + 1;
    // Kept once, however often it was sent.
    const kept = groupId !== undefined && stored.delete(groupId) ? sql`${groupId}` : sql`default`;
    await sql`
      insert into promotion_groups (id, promotion_id, position, units)
      values (${kept}, ${id}, ${position}, ${units})`.execute(tx);
    await sql`insert into promotion_group_products (promotion_id, position, product_id)
      select distinct ${id}::bigint, ${position}::integer, chosen from unnest(${product_ids}::bigint[]) chosen
      order by chosen`.execute(tx);
    await sql`insert into promotion_group_categories (promotion_id, position, category_id)
      select distinct ${id}::bigint, ${position}::integer, chosen from unnest(${category_ids}::bigint[]) chosen
      order by chosen`.execute(tx);
  }
}

export async function deletePromotion(tx: Tx, id: number): Promise<void> {
  await sql`delete from promotions where id = ${id}`.execute(tx);
}
