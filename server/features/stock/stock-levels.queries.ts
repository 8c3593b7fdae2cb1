import { type RawBuilder, sql } from 'kysely';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { StockState } from '#domain/products/product.status';
import type { LevelRow, StockTotals } from '#domain/stock/stock-level.contract';
import { onlyRow } from '../../platform/database/only-row';
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
import { attention } from './attention';

export type LevelFilter = {
  readonly search?: string | undefined;
  readonly category_id?: readonly number[] | undefined;
  readonly sub_category_id?: readonly number[] | undefined;
  readonly stock_state?: readonly StockState[] | undefined;
  readonly attention?: 'low' | 'out' | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'name' | 'sku' | 'quantity';
  readonly sort_order: SortOrder;
};

const state = sql<StockState>`case when s.quantity < 0 then 'negative' when s.quantity = 0 then 'out'
  when s.quantity <= p.reorder_level then 'low' else 'in_stock' end`;

// An archived product with stock still has a value, so it stays on the list.
const isListed = sql`((p.is_stocked and p.status <> 'archived') or s.quantity <> 0)`;

const conditions = (filter: LevelFilter): RawBuilder<unknown> =>
  where(
    isListed,
    filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
    filter.sub_category_id && isAmong(sql`p.sub_category_id`, filter.sub_category_id),
    filter.stock_state && isAmongWords(state, filter.stock_state),
    filter.attention && attention[filter.attention],
    filter.ids !== undefined && isAmong(sql`p.id`, idsIn(filter.ids)),
  );

type Row = Omit<LevelRow, 'quantity' | 'reorder_level' | 'value' | 'average_cost'> & {
  quantity: string;
  reorder_level: string | null;
  average_cost: string | null;
  value: Pence;
};

const order = (filter: LevelFilter) =>
  inOrder({ name: sql`p.name`, sku: sql`p.sku`, quantity: sql`s.quantity` }, filter, sql`p.id`);

/** The page is cut first; the rest is then joined for its rows only. */
const rowsOf = (filter: LevelFilter, limit: RawBuilder<unknown>) => sql<Row>`
  select p.id, p.sku, p.name, u.name as unit, s.quantity::text, p.reorder_level::text, ${state} as stock_state,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as category,
    case when s.quantity > 0 then round(s.value_pence / s.quantity / 100, 4)::text
      else round(s.last_unit_cost / 100, 4)::text end as average_cost,
    s.value_pence as value
  from (select p.* from products p join stock_pools s on s.product_id = p.id ${conditions(filter)}
    ${order(filter)} ${limit}) p
  join stock_pools s on s.product_id = p.id join units u on u.id = p.unit_id
  left join categories c on c.id = p.category_id ${order(filter)}`;

const levelOf =
  (withCost: boolean) =>
  ({ value, average_cost, ...row }: Row): LevelRow => ({
    ...row,
    quantity: quantityFromText(row.quantity),
    reorder_level: row.reorder_level === null ? null : quantityFromText(row.reorder_level),
    ...(withCost ? { average_cost, value } : {}),
  });

/** One page of stock levels; their value only with `withCost`. */
export async function listLevels(
  db: Reader,
  query: LevelFilter & { page: number; per_page: number },
  withCost: boolean,
) {
  const found = await askPage(db, query, {
    rows: asked => rowsOf(asked, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from products p
      join stock_pools s on s.product_id = p.id ${conditions(query)}`,
  });
  return { ...found, data: found.data.map(levelOf(withCost)) };
}

export async function* streamLevels(
  db: Reader,
  filter: LevelFilter,
  withCost: boolean,
): AsyncIterable<LevelRow> {
  for await (const row of streamRows<Row>(db, rowsOf(filter, sql``))) yield levelOf(withCost)(row);
}

/** Counts of all stock products by state, with their value and that of the list. */
export async function findTotals(db: Reader, filter: LevelFilter, withCost: boolean): Promise<StockTotals> {
  const { rows } = await sql<Required<StockTotals>>`
    select count(*) filter (where ${state} = 'in_stock') as in_stock, count(*) filter (where ${state} = 'low') as low,
      count(*) filter (where ${state} = 'out') as out, count(*) filter (where ${state} = 'negative') as negative,
      coalesce(sum(s.value_pence), 0)::bigint as value,
      coalesce(sum(s.value_pence) filter (${conditions(filter)}), 0)::bigint as listed
    from products p join stock_pools s on s.product_id = p.id where ${isListed}`.execute(db);
  const { value, listed, ...counts } = onlyRow(rows);
  return { ...counts, ...(withCost ? { value, listed } : {}) };
}
