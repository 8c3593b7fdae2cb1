import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { ValuationRow } from '#domain/stock/stock-valuation.contract';
import { systemAccounts } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import {
  allRows,
  containing,
  countedPage,
  type CountedRow,
  inOrder,
  isAmong,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type ValuationFilter = {
  readonly search?: string | undefined;
  readonly category_id?: readonly number[] | undefined;
  readonly sub_category_id?: readonly number[] | undefined;
  readonly as_at: CalendarDate;
  readonly sort_by: 'name' | 'sku' | 'value';
  readonly sort_order: SortOrder;
};

/** Stock at the end of a day: what is held now, less what has moved since, which is little for recent days. */
export const stockHeld = (asAt: CalendarDate) => sql`(
  select s.product_id, s.quantity - coalesce(later.quantity, 0) as quantity,
    s.value_pence - coalesce(later.value, 0) as value
  from stock_pools s left join (
    select product_id, sum(quantity) as quantity, sum(value_pence)::bigint as value
    from stock_movements where business_date > ${asAt} group by product_id) later on later.product_id = s.product_id
  where s.quantity <> coalesce(later.quantity, 0) or s.value_pence <> coalesce(later.value, 0)
  ) h join products p on p.id = h.product_id`;

export const valuedProducts = (
  filter: Pick<ValuationFilter, 'search' | 'category_id' | 'sub_category_id'>,
): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
    filter.sub_category_id && isAmong(sql`p.sub_category_id`, filter.sub_category_id),
  );

type Row = Omit<ValuationRow, 'quantity'> & { quantity: string };

const order = (filter: ValuationFilter) =>
  inOrder({ name: sql`p.name`, sku: sql`p.sku`, value: sql`p.value` }, filter, sql`p.id`);

/** The page is cut before the units are joined, and the list counted where it is cut. */
const rowsOf = (filter: ValuationFilter, more: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql<
  CountedRow<Row>
>`
  select p.id, p.sku, p.name, u.name as unit, p.quantity::text, p.value, p.all_rows,
    case when p.quantity > 0 then round(p.value / p.quantity / 100, 4)::text end as average_cost
  from (select * from (select p.id, p.sku, p.name, p.unit_id, h.quantity, h.value, ${more}
    from ${stockHeld(filter.as_at)} ${valuedProducts(filter)}) p ${order(filter)} ${limit}) p
  join units u on u.id = p.unit_id ${order(filter)}`;

const valuedOf = (row: Row): ValuationRow => ({ ...row, quantity: quantityFromText(row.quantity) });

/** One page of stock value per product at the end of a day (rule R7). */
export async function listValuation(db: Reader, query: ValuationFilter & { page: number; per_page: number }) {
  const page = await countedPage<Row>(
    query,
    async limit => (await rowsOf(query, allRows, limit).execute(db)).rows,
  );
  return { ...page, data: page.data.map(valuedOf) };
}

export async function* streamValuation(db: Reader, filter: ValuationFilter): AsyncIterable<ValuationRow> {
  const rows = streamRows<CountedRow<Row>>(db, rowsOf(filter, sql`0::bigint as all_rows`, sql``));
  for await (const { all_rows: _all, ...row } of rows) yield valuedOf(row);
}

/**
 * Total stock value at the end of a day, added up without its products, and the balance of account 1200 at that time: the
 * same (rule R7). Beside them the value of what the list is filtered to.
 */
export async function valueAsAt(db: Reader, filter: ValuationFilter) {
  const { as_at: asAt, search, category_id, sub_category_id } = filter;
  const isFiltered = [search, category_id, sub_category_id].some(chosen => chosen !== undefined);
  const { rows } = await sql<{ value: Pence; account_balance: Pence; listed: Pence | null }>`
    select ((select coalesce(sum(value_pence), 0) from stock_pools)
        - (select coalesce(sum(value_pence), 0) from stock_movements where business_date > ${asAt}))::bigint as value,
      ${isFiltered ? sql`(select coalesce(sum(h.value), 0)::bigint from ${stockHeld(asAt)} ${valuedProducts(filter)})` : sql`null::bigint`} as listed,
      (select coalesce(sum(debit_pence - credit_pence), 0)::bigint from ledger_by_day
        where account_code = ${systemAccounts.inventory} and business_date <= ${asAt}) as account_balance`.execute(
    db,
  );
  const [sums] = rows;
  if (!sums) throw new Error('A sum has one row');
  return { as_at: asAt, ...sums };
}
