import { unitCostText } from '../../platform/database/unit-cost-text';
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import { quantityFromText } from '#domain/kernel/quantity';
import type {
  PurchasedLine,
  PurchasedLineState,
  PurchasedTotals,
} from '#domain/purchase-orders/purchased-line.contract';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmong,
  oneOf,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { landedByProduct, landedOfLine } from './late-costs/landed-of-lines';
import { isLateLine, isOutstandingLine, isOverdueOrder } from './orders/overdue';

export type PurchasedFilter = {
  readonly search?: string | undefined;
  readonly state?: readonly PurchasedLineState[] | undefined;
  readonly supplier_id?: readonly number[] | undefined;
  readonly product_id?: readonly number[] | undefined;
  readonly sort_by: 'order_date' | 'expected_delivery_date' | 'description';
  readonly sort_order: SortOrder;
};

function conditions(filter: PurchasedFilter, today: CalendarDate): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  const states: Readonly<Record<PurchasedLineState, RawBuilder<unknown>>> = {
    late: isLateLine(today),
    part_received: sql`(l.received > 0 and l.received < l.quantity and not l.is_closed)`,
    received_not_billed: sql`l.received > l.billed`,
    outstanding: isOutstandingLine,
  };
  return where(
    sql`po.status in ('sent', 'received', 'completed')`,
    text !== undefined &&
      sql`(lower(l.description) like ${containing(text)} or lower(po.po_number) like ${containing(text)}
        or lower(l.supplier_code) like ${containing(text)}
        or po.supplier_id in (select id from suppliers where search_text like ${containing(text)}))`,
    filter.state && oneOf(filter.state, state => states[state]),
    filter.supplier_id && isAmong(sql`po.supplier_id`, filter.supplier_id),
    filter.product_id && isAmong(sql`l.product_id`, filter.product_id),
  );
}

const lines = sql`purchase_order_lines l join purchase_orders po on po.id = l.purchase_order_id`;
const order = (filter: PurchasedFilter) =>
  inOrder(
    {
      order_date: sql`po.order_date`,
      expected_delivery_date: sql`po.expected_delivery_date`,
      description: sql`l.description`,
    },
    filter,
    sql`l.id`,
  );

type Quantities = 'factor' | 'ordered' | 'received' | 'outstanding' | 'billed' | 'returned';
type Row = Omit<PurchasedLine, Quantities> & Record<Quantities, string>;

/** The page is cut first, from lines and orders alone; the rest is loaded for its rows only. */
const rowsOf = (filter: PurchasedFilter, today: CalendarDate, limit: RawBuilder<unknown>) => sql<Row>`
  select l.id, po.id as purchase_order_id, po.po_number, po.status as order_status, jsonb_build_object('id', s.id, 'name', s.name) as supplier,
    case when p.id is not null then jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) end as product,
    l.description, l.unit, l.factor::text, l.quantity::text as ordered, l.received::text, l.billed::text, l.returned::text,
    (case when l.is_closed then 0 else greatest(0, l.quantity - l.received) end)::text as outstanding,
    ${unitCostText(sql`l.unit_price`)} as unit_price, l.net_pence as net, po.order_date, po.expected_delivery_date,
    (select max(g.business_date) from goods_received_lines r join goods_received_notes g on g.id = r.goods_received_note_id
      where r.purchase_order_line_id = l.id
        and not exists (select from supplier_returns u where u.reverses_receipt_id = g.id)) as last_received_on,
    ${isLateLine(today)} as is_late, coalesce(${landedOfLine}, 0) as landed_cost
  from (select l.id from ${lines} ${conditions(filter, today)} ${order(filter)} ${limit}) page
    join purchase_order_lines l on l.id = page.id join purchase_orders po on po.id = l.purchase_order_id
    join suppliers s on s.id = po.supplier_id left join products p on p.id = l.product_id
    left join lateral (${landedByProduct} and b.purchase_order_id = po.id and c.product_id = l.product_id group by 1, 2) landed on true
  ${order(filter)}`;

const replyOf = (row: Row): PurchasedLine => ({
  ...row,
  factor: quantityFromText(row.factor),
  ordered: quantityFromText(row.ordered),
  received: quantityFromText(row.received),
  outstanding: quantityFromText(row.outstanding),
  billed: quantityFromText(row.billed),
  returned: quantityFromText(row.returned),
});

/**
 * Counts the lines. Each order stores its line counts, which are summed from an index; only filters on the
 * lines themselves need a full count. So do several states, which can hold the same line.
 */
function countOf(filter: PurchasedFilter, today: CalendarDate): RawBuilder<{ total: number }> {
  const { search, product_id, state: [state = 'all', ...further] = [] } = filter;
  if (search !== undefined || product_id !== undefined || further.length > 0)
    return sql`select count(*) as total from ${lines} ${conditions(filter, today)}`;
  const isToCome = state === 'late' || state === 'outstanding';
  return sql`
    select coalesce(sum(${sql.ref(`po.${countColumns[state]}`)}), 0) as total from purchase_orders po ${where(
      isToCome ? sql`po.status in ('sent', 'received')` : sql`po.status in ('sent', 'received', 'completed')`,
      state === 'late' && isOverdueOrder(today),
      filter.supplier_id && isAmong(sql`po.supplier_id`, filter.supplier_id),
    )}`;
}

const countColumns = {
  all: 'line_count',
  late: 'outstanding_line_count',
  outstanding: 'outstanding_line_count',
  part_received: 'part_received_line_count',
  received_not_billed: 'unbilled_line_count',
} as const;

/** Every ordered line with what was received of it. */
export async function listPurchasedLines(
  db: Reader,
  query: PurchasedFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  const found = await askPage(db, query, {
    rows: asked => rowsOf(asked, today, pageLimit(asked)),
    total: countOf(query, today),
  });
  return { ...found, data: found.data.map(replyOf) };
}

/** Totals of the lines that match a filter, across all pages. */
export async function totalOfPurchasedLines(
  db: Reader,
  filter: PurchasedFilter,
  today: CalendarDate,
): Promise<PurchasedTotals> {
  const { rows } = await sql<PurchasedTotals>`
    with landed as (${landedByProduct} group by 1, 2)
    select count(*) as lines, coalesce(sum(l.net_pence), 0)::bigint as net,
      coalesce(sum(case when landed.pence is not null then ${landedOfLine} end), 0)::bigint as landed_cost
    from ${lines} left join landed on landed.purchase_order_id = po.id and landed.product_id = l.product_id
    ${conditions(filter, today)}`.execute(db);
  return onlyRow(rows);
}

export async function* streamPurchasedLines(
  db: Reader,
  filter: PurchasedFilter,
  today: CalendarDate,
): AsyncIterable<PurchasedLine> {
  for await (const row of streamRows<Row>(db, rowsOf(filter, today, sql``))) yield replyOf(row);
}
