import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostText } from '../../platform/database/unit-cost-text';
import { type RawBuilder, sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { ProductRow } from '#domain/products/product.contract';
import type { ProductStatus, StockPolicy, StockState } from '#domain/products/product.status';
import type { Reader } from '../../platform/database/open-database';
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
import { productRowOf, type StoredProduct } from './product-reply';
import { sellingRatesOn } from './vat-rates.queries';

export type ProductFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly ProductStatus[] | undefined;
  readonly category_id?: readonly number[] | undefined;
  readonly sub_category_id?: readonly number[] | undefined;
  readonly brand_id?: readonly number[] | undefined;
  readonly stock_state?: readonly StockState[] | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'name' | 'sku' | 'price' | 'created_at';
  readonly sort_order: SortOrder;
};

/** The stock state, from pool `s` and product `p`. */
export const stockState = sql<StockState>`case when not p.is_stocked then 'not_stocked' when s.quantity < 0 then 'negative'
  when s.quantity = 0 then 'out' when s.quantity <= p.reorder_level then 'low' else 'in_stock' end`;

const named = (table: RawBuilder<unknown>) =>
  sql`case when ${table}.id is not null then jsonb_build_object('id', ${table}.id, 'name', ${table}.name) end`;

/** A product's own columns and its stock; the tables p, s, c, sc, b, u. */
export const productColumns = sql`p.id, p.sku, p.name, ${named(sql`c`)} as category, ${named(sql`sc`)} as sub_category,
  ${named(sql`b`)} as brand, ${named(sql`u`)} as unit, p.vat_code, p.price_pence, p.price_includes_vat,
  ${unitCostText(sql`p.standard_cost`)} as standard_cost, p.reorder_level::text, p.status, p.version, p.created_at, p.updated_at,
  s.quantity::text, s.value_pence, s.last_unit_cost::text, ${stockState} as stock_state`;

export const productJoins = sql`join stock_pools s on s.product_id = p.id join units u on u.id = p.unit_id
  left join categories c on c.id = p.category_id left join sub_categories sc on sc.id = p.sub_category_id
  left join brands b on b.id = p.brand_id`;

const conditions = (filter: ProductFilter): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
    // Archived products are found by name only; they are not part of the daily list.
    filter.status
      ? isAmongWords(sql`p.status`, filter.status)
      : filter.ids === undefined && sql`p.status <> 'archived'`,
    filter.ids !== undefined && isAmong(sql`p.id`, idsIn(filter.ids)),
    filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
    filter.sub_category_id && isAmong(sql`p.sub_category_id`, filter.sub_category_id),
    filter.brand_id && isAmong(sql`p.brand_id`, filter.brand_id),
    filter.stock_state && isAmongWords(stockState, filter.stock_state),
  );

const order = (filter: ProductFilter) =>
  inOrder(
    { name: sql`p.name`, sku: sql`p.sku`, price: sql`p.price_pence`, created_at: sql`p.created_at` },
    filter,
    sql`p.id`,
  );

/** Products, joined with their stock only where a condition asks for it. */
const filtered = (filter: ProductFilter) =>
  sql`products p ${filter.stock_state ? sql`join stock_pools s on s.product_id = p.id` : sql``} ${conditions(filter)}`;

/** The page is cut first; the rest is then joined for its rows only. */
const rowsOf = (filter: ProductFilter, limit: RawBuilder<unknown>) => sql<StoredProduct>`
  select ${productColumns} from (select p.* from ${filtered(filter)} ${order(filter)} ${limit}) p
  ${productJoins} ${order(filter)}`;

/** One page of products; costs only with `withCost`. */
export async function listProducts(
  db: Reader,
  query: ProductFilter & { page: number; per_page: number },
  { withCost, now }: { withCost: boolean; now: Date },
) {
  const [found, rateOf] = await Promise.all([
    askPage(db, query, {
      rows: asked => rowsOf(asked, pageLimit(asked)),
      total: sql<{ total: number }>`select count(*) as total from ${filtered(query)}`,
    }),
    sellingRatesOn(db, londonDate(now)),
  ]);
  return { ...found, data: found.data.map(row => productRowOf(row, rateOf(row.vat_code), withCost)) };
}

/** All products that match the filter, by id. */
export async function findProductsForChange(db: Reader, filter: ProductFilter) {
  const { rows } = await sql<{ id: number; version: number }>`
    select p.id, p.version from ${filtered(filter)} order by p.id`.execute(db);
  return rows;
}

/** Extra values for the export, so that the file can be imported again. */
export type ExportedProduct = ProductRow & {
  readonly buying_unit: string | null;
  readonly buying_factor: string;
  readonly is_stocked: boolean;
  readonly stock_policy: StockPolicy;
  readonly reorder_quantity: string | null;
  readonly barcodes: readonly { code: string; factor: string }[];
  readonly notes: string | null;
  readonly standard_cost?: UnitCost | null;
};

type StoredExport = StoredProduct &
  Pick<
    ExportedProduct,
    | 'buying_unit'
    | 'buying_factor'
    | 'is_stocked'
    | 'stock_policy'
    | 'reorder_quantity'
    | 'barcodes'
    | 'notes'
  >;

/** All products that match the filter, in batches. */
export async function* streamProducts(
  db: Reader,
  filter: ProductFilter,
  { withCost, now }: { withCost: boolean; now: Date },
): AsyncIterable<ExportedProduct> {
  const rateOf = await sellingRatesOn(db, londonDate(now));
  const rows = sql<StoredExport>`
    select ${productColumns}, bu.name as buying_unit, p.buying_factor::text, p.is_stocked, p.stock_policy,
      p.reorder_quantity::text, p.notes,
      coalesce((select jsonb_agg(jsonb_build_object('code', pb.code, 'factor', pb.factor::text) order by pb.id)
        from product_barcodes pb where pb.product_id = p.id), '[]') as barcodes
    from products p ${productJoins} left join units bu on bu.id = p.buying_unit_id
    ${conditions(filter)} ${order(filter)}`;
  for await (const row of streamRows<StoredExport>(db, rows)) {
    const { buying_unit, buying_factor, is_stocked, stock_policy, reorder_quantity, barcodes, notes } = row;
    yield {
      ...productRowOf(row, rateOf(row.vat_code), withCost),
      buying_unit,
      buying_factor,
      is_stocked,
      stock_policy,
      reorder_quantity,
      barcodes,
      notes,
      ...(withCost ? { standard_cost: row.standard_cost } : {}),
    };
  }
}
