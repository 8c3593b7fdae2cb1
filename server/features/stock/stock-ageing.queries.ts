import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import type { AgeingRow, stockAgeing } from '#domain/stock/stock-ageing.contract';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { allRows, countedPage, type CountedRow, inOrder, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { stockHeld, type ValuationFilter, valuedProducts } from './stock-valuation.queries';

export type AgeingFilter = Omit<ValuationFilter, 'sort_by'> & {
  readonly unsold_for?: string | undefined;
  readonly sort_by: 'name' | 'sku' | 'days_unsold' | 'value';
};

/**
 * The movements by which goods came in: opening stock, receipts, and what was found or counted. What customers bring back
 * and what a reversal puts back is as old as it was; what was reversed never came in.
 */
const cameIn = (asAt: CalendarDate) => sql`(m.quantity > 0 and m.business_date <= ${asAt} and case m.kind
    when 'opening' then true
    when 'receipt' then not exists (select from supplier_returns r
      where r.reverses_receipt_id = m.document_id and r.business_date <= ${asAt})
    when 'adjustment' then not exists (select from stock_adjustments a where a.id = m.document_id
      and (a.reverses_id is not null or a.reverses_count_id is not null))
      and not exists (select from stock_adjustments r where r.reverses_id = m.document_id and r.business_date <= ${asAt})
    when 'count' then not exists (select from stock_adjustments r
      where r.reverses_count_id = m.document_id and r.business_date <= ${asAt})
    else false end)`;

/** The last day a product was sold. A cancelled sale was none. */
const lastSold = (asAt: CalendarDate) => sql`(
  select m.business_date as on_day from stock_movements m
  where m.product_id = h.product_id and m.kind = 'sale' and m.business_date <= ${asAt}
    and not exists (select from sales s where s.id = m.document_id and m.document_type = 'sale' and s.status = 'cancelled')
  order by m.business_date desc limit 1)`;

/**
 * How much of what is on hand came in within so many days: receipts are walked back from the latest, until they
 * make up the quantity. Older goods were sold first.
 */
const partsOnHand = (asAt: CalendarDate) => sql`(
  select max(part.on_day) as last_on,
    coalesce(sum(part.quantity) filter (where part.age <= 30), 0) as in_30,
    coalesce(sum(part.quantity) filter (where part.age <= 90), 0) as in_90,
    coalesce(sum(part.quantity) filter (where part.age <= 180), 0) as in_180,
    coalesce(sum(part.quantity) filter (where part.age <= 365), 0) as in_365
  from (select m.business_date as on_day, ${asAt}::date - m.business_date as age,
      least(m.quantity, greatest(0, h.quantity - coalesce(sum(m.quantity) over (order by m.business_date desc, m.id desc
        rows between unbounded preceding and 1 preceding), 0))) as quantity
    from stock_movements m where m.product_id = h.product_id and ${cameIn(asAt)}) part)`;

/** The share of the value that a quantity has; of stock below zero all of it, as it is of no age. */
const shareOf = (quantity: 'in_30' | 'in_90' | 'in_180' | 'in_365') => sql`
  case when h.quantity <= 0 then h.value else round(h.value * came.${sql.raw(quantity)} / h.quantity)::bigint end`;

/** Each product in stock at the end of a day, its value shared over ages to the penny, so that ages add up to it. */
const agedStock = (filter: AgeingFilter) => sql`(
  select aged.*, upto.in_30 as days_30, upto.in_90 - upto.in_30 as days_90, upto.in_180 - upto.in_90 as days_180,
    upto.in_365 - upto.in_180 as days_365, aged.value - upto.in_365 as older
  from (select p.id, p.sku, p.name, p.unit_id, h.quantity, h.value, sold.on_day as last_sold_on, came.last_on as last_received_on,
      ${filter.as_at}::date - coalesce(sold.on_day, began.on_day, ${filter.as_at}::date) as days_unsold,
      ${shareOf('in_30')} as value_30, ${shareOf('in_90')} as value_90, ${shareOf('in_180')} as value_180,
      ${shareOf('in_365')} as value_365
    from ${stockHeld(filter.as_at)}
      left join lateral ${lastSold(filter.as_at)} sold on true
      left join lateral (select m.business_date as on_day from stock_movements m
        where m.product_id = h.product_id order by m.business_date limit 1) began on true
      left join lateral ${partsOnHand(filter.as_at)} came on true
    ${valuedProducts(filter)}) aged
    cross join lateral (select aged.value_30 as in_30, aged.value_90 as in_90, aged.value_180 as in_180,
      aged.value_365 as in_365) upto
  ${where(filter.unsold_for !== undefined && sql`aged.days_unsold >= ${Number(filter.unsold_for)}`)})`;

const order = (filter: AgeingFilter) =>
  inOrder(
    { name: sql`p.name`, sku: sql`p.sku`, days_unsold: sql`p.days_unsold`, value: sql`p.value` },
    filter,
    sql`p.id`,
  );

type Row = Omit<AgeingRow, 'quantity'> & { quantity: string };

const rowsOf = (filter: AgeingFilter, more: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql<
  CountedRow<Row>
>`
  select p.id, p.sku, p.name, u.name as unit, p.quantity::text, p.last_sold_on, p.last_received_on, p.days_unsold,
    p.days_30, p.days_90, p.days_180, p.days_365, p.older, p.value, p.all_rows
  from (select p.*, ${more} from ${agedStock(filter)} p ${order(filter)} ${limit}) p
  join units u on u.id = p.unit_id ${order(filter)}`;

const agedOf = (row: Row): AgeingRow => ({ ...row, quantity: quantityFromText(row.quantity) });

/** One page of stock by age at the end of a day. */
export async function listAgeing(db: Reader, query: AgeingFilter & { page: number; per_page: number }) {
  const page = await countedPage<Row>(
    query,
    async limit => (await rowsOf(query, allRows, limit).execute(db)).rows,
  );
  return { ...page, data: page.data.map(agedOf) };
}

export async function* streamAgeing(db: Reader, filter: AgeingFilter): AsyncIterable<AgeingRow> {
  const rows = streamRows<CountedRow<Row>>(db, rowsOf(filter, sql`0::bigint as all_rows`, sql``));
  for await (const { all_rows: _all, ...row } of rows) yield agedOf(row);
}

/** The listed stock by age. Without a filter it is worth what the stock valuation of the day says (rule R7). */
export async function sumAges(db: Reader, filter: AgeingFilter): Promise<ReplyOf<typeof stockAgeing.totals>> {
  const sumOf = (part: string) => sql`coalesce(sum(${sql.ref(part)}), 0)::bigint as ${sql.ref(part)}`;
  const parts = ['days_30', 'days_90', 'days_180', 'days_365', 'older', 'value'];
  const { rows } = await sql<Omit<ReplyOf<typeof stockAgeing.totals>, 'as_at'>>`
    select ${sql.join(parts.map(sumOf))} from ${agedStock(filter)} p`.execute(db);
  return { as_at: filter.as_at, ...onlyRow(rows) };
}
