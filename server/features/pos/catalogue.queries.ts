import { sql } from 'kysely';
import type { CatalogueHead, CatalogueProduct } from '#domain/pos/pos.contract';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { Reader } from '../../platform/database/open-database';
import { type StoredGroup, type StoredTerms, termsOf } from '../prices';

/** Page size, small enough to be encoded between two other requests. */
export const pageSize = 2500;

export type Changes = { readonly since?: Date | undefined; readonly after?: number | undefined };

/**
 * The moment up to which a reply is complete: a minute before the oldest running write, because rows carry
 * the time their write began.
 */
export async function completeUntil(db: Reader, now: Date): Promise<Date> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(xact_start) as oldest from pg_stat_activity
    where datname = current_database() and backend_xid is not null`.execute(db);
  const oldest = rows[0]?.oldest ?? now;
  return new Date(Math.min(now.getTime(), oldest.getTime()) - 60_000);
}

type ProductRow = {
  id: number;
  sku: string;
  name: string;
  unit: string;
  category_id: number | null;
  vat_code: VatCode;
  price: Pence;
  price_includes_vat: boolean;
  is_active: boolean;
  barcodes: [string, string][] | null;
};

/** A page of active products, or of all products changed since, whatever their status. */
export async function findCatalogueProducts(db: Reader, { since, after = 0 }: Changes) {
  const { rows } = await sql<ProductRow>`
    select p.id, p.sku, p.name, u.name as unit, p.category_id, p.vat_code, p.price_pence as price, p.price_includes_vat,
      p.status = 'active' as is_active,
      (select json_agg(json_build_array(b.code, b.factor::text) order by b.id) from product_barcodes b where b.product_id = p.id) as barcodes
    from products p join units u on u.id = p.unit_id
    where p.id > ${after} and ${since ? sql`p.updated_at >= ${since}` : sql`p.status = 'active'`}
    order by p.id limit ${sql.lit(pageSize)}`.execute(db);
  return {
    removed: rows.filter(row => !row.is_active).map(row => row.id),
    next: nextOf(rows),
    products: rows.filter(row => row.is_active).map(asListed),
  };
}

export const nextOf = (rows: readonly { id: number }[]): number | null =>
  rows.length < pageSize ? null : (rows.at(-1)?.id ?? null);

const asListed = (row: ProductRow): CatalogueProduct => [
  row.id,
  row.sku,
  row.name,
  row.unit,
  row.category_id,
  row.vat_code,
  row.price,
  row.price_includes_vat,
  (row.barcodes ?? []).map(([code, factor]) => [code, quantityFromText(factor)]),
];

/** Of inactive groups too: when a group is active again, its products have not changed. The till leaves out other groups. */
export async function findGroupPrices(
  db: Reader,
  ids: readonly number[],
): Promise<[number, number, Pence][]> {
  const { rows } = await sql<{ product_id: number; price_group_id: number; price: Pence }>`
    select product_id, price_group_id, unit_price_pence as price from price_group_prices
    where product_id = any(${ids}::bigint[]) order by 1, 2`.execute(db);
  return rows.map(row => [row.product_id, row.price_group_id, row.price]);
}

type BreakRow = { product_id: number; price_group_id: number | null; from_quantity: string; price: Pence };

export async function findBreaks(
  db: Reader,
  ids: readonly number[],
): Promise<[number, number | null, Quantity, Pence][]> {
  const { rows } = await sql<BreakRow>`
    select product_id, price_group_id, from_quantity::text, unit_price_pence as price from quantity_breaks
    where product_id = any(${ids}::bigint[]) order by product_id, from_quantity, id`.execute(db);
  return rows.map(row => [
    row.product_id,
    row.price_group_id,
    quantityFromText(row.from_quantity),
    row.price,
  ]);
}

export async function countActiveProducts(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products where status = 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findGroups(db: Reader): Promise<CatalogueHead['groups']> {
  const { rows } = await sql<CatalogueHead['groups'][number]>`
    select id, name, (percent_off * 100)::integer as percent_off from price_groups where status = 'active' order by name, id`.execute(
    db,
  );
  return rows;
}

export async function findCategories(db: Reader): Promise<CatalogueHead['categories']> {
  const { rows } = await sql<CatalogueHead['categories'][number]>`
    select id, name from categories c where exists (select from products p where p.category_id = c.id and p.status = 'active')
    order by name, id`.execute(db);
  return rows;
}

type PromotionRow = StoredTerms & {
  id: number;
  name: string;
  starts_on: CalendarDate;
  ends_on: CalendarDate;
  for_everything: boolean;
  product_ids: number[];
  category_ids: number[];
  groups: (StoredGroup & { category_ids: number[] })[] | null;
};

/** Promotions of today and the next seven days, for a till that is offline overnight. */
export async function findPromotions(db: Reader, date: CalendarDate): Promise<CatalogueHead['promotions']> {
  const { rows } = await sql<PromotionRow>`
    select m.id, m.name, m.kind, (m.percent_off * 100)::integer as percent_off, m.price_pence, m.price_includes_vat,
      m.buy_units, m.get_units, m.starts_on, m.ends_on, m.applies_to = 'everything' as for_everything,
      (select jsonb_agg(jsonb_build_object('units', g.units,
          'product_ids', coalesce((select jsonb_agg(product_id order by product_id) from promotion_group_products c
            where c.promotion_id = g.promotion_id and c.position = g.position), '[]'),
          'category_ids', coalesce((select jsonb_agg(category_id order by category_id) from promotion_group_categories c
            where c.promotion_id = g.promotion_id and c.position = g.position), '[]')) order by g.position)
        from promotion_groups g where g.promotion_id = m.id) as groups,
      coalesce((select json_agg(product_id order by 1) from promotion_products p where p.promotion_id = m.id), '[]') as product_ids,
      coalesce((select json_agg(category_id order by 1) from promotion_categories c where c.promotion_id = m.id), '[]') as category_ids
    from promotions m
    where m.status = 'active' and m.ends_on >= ${date}::date and m.starts_on <= ${addDays(date, 7)}::date
    order by m.id`.execute(db);
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    product_ids: row.for_everything ? null : row.product_ids,
    category_ids: row.category_ids,
    group_categories: (row.groups ?? []).map(({ category_ids }) => category_ids),
    terms: termsOf(
      row,
      (row.groups ?? []).map(({ units, product_ids }) => ({ units, product_ids })),
    ),
  }));
}
