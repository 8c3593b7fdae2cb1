import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { SaleRow, SaleTotals } from '#domain/sales/sale.contract';
import type { PaymentState, SaleStatus } from '#domain/sales/sale-state';
import { defaultPrefix } from '../../kernel/documents';
import { withMergedCustomers } from '../../kernel/parties';
import { rowsIn } from '../../kernel/row-counts';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  isUnfiltered,
  oneOf,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { inPaymentState, outstandingOf, paymentStateOf } from './payment-state';

export type SaleFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly SaleStatus[] | undefined;
  readonly payment_state?: readonly PaymentState[] | undefined;
  readonly channel?: readonly ('till' | 'desk' | 'import')[] | undefined;
  readonly customer_id?: readonly number[] | undefined;
  readonly session_id?: string | undefined;
  readonly product_id?: readonly number[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'business_date' | 'number' | 'gross' | 'due_on';
  readonly sort_order: SortOrder;
};

const searchedText = sql`lower(s.number || ' ' || s.customer_name || ' ' || coalesce(s.customer_reference, ''))`;

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** "Till 7069EEB3", printed on offline receipts before there were series: the start of the till's id. */
function hasTillNumber(text: string): RawBuilder<unknown> {
  const head = /^till ?([0-9a-f]{8})$/i.exec(text.trim())?.[1];
  if (head === undefined) return sql`false`;
  return sql`s.client_id between ${`${head}-0000-0000-0000-000000000000`}::uuid and ${`${head}-ffff-ffff-ffff-ffffffffffff`}::uuid`;
}

/** The displayed columns of sales, for one page or all. `today` decides what is overdue. */
function conditions(
  filter: SaleFilter,
  today: CalendarDate,
  more?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  return where(
    text !== undefined &&
      sql`(${searchedText} like ${containing(text)} or s.receipt_number like ${`${escaped(text.toUpperCase())}%`} or ${hasTillNumber(text)})`,
    // Sales undone with their import are only shown on request.
    filter.status ? isAmongWords(sql`s.status`, filter.status) : sql`s.status <> 'undone'`,
    filter.payment_state && oneOf(filter.payment_state, state => inPaymentState(state, today)),
    filter.channel && isAmongWords(sql`s.channel`, filter.channel),
    filter.ids !== undefined && isAmong(sql`s.id`, idsIn(filter.ids)),
    filter.customer_id && isAmong(sql`s.customer_id`, filter.customer_id),
    filter.session_id !== undefined && sql`s.session_id = ${Number(filter.session_id)}`,
    filter.product_id &&
      sql`s.id in (select sale_id from sale_lines where ${isAmong(sql`product_id`, filter.product_id)})`,
    filter.from !== undefined && sql`s.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`s.business_date <= ${filter.to}`,
    more,
  );
}

const order = (filter: SaleFilter) =>
  inOrder(
    {
      business_date: sql`s.business_date`,
      number: sql`s.id`,
      gross: sql`s.gross_pence`,
      due_on: sql`s.due_on`,
    },
    filter,
    sql`s.id`,
  );

/** Select the page first, then look up balances for its rows only. */
const rowsOf = (filter: SaleFilter, today: CalendarDate, limit: RawBuilder<unknown>) => sql<SaleRow>`
  select s.id, s.number, s.business_date, s.due_on, s.channel, s.status, ${paymentStateOf(today)} as payment_state,
    jsonb_build_object('id', s.customer_id, 'name', s.customer_name, 'is_walk_in', c.is_walk_in) as customer,
    s.net_pence as net, s.vat_pence as vat, s.gross_pence as gross, s.refunded_pence as refunded,
    ${outstandingOf} as outstanding, u.name as sold_by, s.sold_at
  from (select s.* from sales s ${conditions(filter, today)} ${order(filter)} ${limit}) s
  join customers c on c.id = s.customer_id join users u on u.id = s.sold_by
  left join party_items i on i.document_type = 'sale' and i.document_id = s.id and i.kind = 'invoice'
  ${order(filter)}`;

/** Sales undone with their import are few, and have an index. */
const totalOf = (filter: SaleFilter, today: CalendarDate): RawBuilder<unknown> =>
  isUnfiltered(filter)
    ? sql`${rowsIn('sales')} - (select count(*) from sales where status = 'undone')`
    : sql`(select count(*) from sales s ${conditions(filter, today)})`;

export async function listSales(
  db: Reader,
  query: SaleFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  const found = await withMergedCustomers(db, query);
  return askPage(db, found, {
    rows: asked => rowsOf(asked, today, pageLimit(asked)),
    total: sql<{ total: number }>`select ${totalOf(found, today)} as total`,
  });
}

/** The ids of all sales of a filter, in order. */
export async function findSaleIds(db: Reader, filter: SaleFilter, today: CalendarDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from sales s ${conditions(await withMergedCustomers(db, filter), today)} order by s.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Balances of the sales on the customer ledger, also those that moved with a merge of customers. Few are open. */
const openBalances = sql`
  select i.document_id as sale_id, i.amount_pence - i.allocated_pence as pence from party_items i
  where i.customer_id is not null and i.allocated_pence < i.amount_pence
    and i.document_type = 'sale' and i.kind = 'invoice'
  union all
  select i.document_id, m.amount_pence - m.allocated_pence from party_items m
  join party_items i on i.id = m.origin_item_id and i.document_type = 'sale' and i.kind = 'invoice'
  where m.allocated_pence < m.amount_pence and m.side = 'debit'`;

/** The totals of a list of sales. Cancelled ones only count if requested. */
export async function totalSales(db: Reader, filter: SaleFilter, today: CalendarDate): Promise<SaleTotals> {
  const counts = filter.status ? undefined : sql`s.status <> 'cancelled'`;
  const { rows } = await sql<SaleTotals>`
    with listed as (
      select s.id, s.net_pence, s.vat_pence, s.gross_pence, s.refunded_pence
      from sales s ${conditions(await withMergedCustomers(db, filter), today, counts)})
    select coalesce(sum(net_pence), 0)::bigint as net, coalesce(sum(vat_pence), 0)::bigint as vat,
      coalesce(sum(gross_pence), 0)::bigint as gross, coalesce(sum(refunded_pence), 0)::bigint as refunded,
      (select coalesce(sum(pence), 0)::bigint from (${openBalances}) open
        where sale_id in (select id from listed)) as outstanding
    from listed`.execute(db);
  return onlyRow(rows);
}

export async function* streamSales(
  db: Reader,
  filter: SaleFilter,
  today: CalendarDate,
): AsyncIterable<SaleRow> {
  yield* streamRows<SaleRow>(db, rowsOf(await withMergedCustomers(db, filter), today, sql``));
}

/**
 * Finds a sale by number, typed or scanned: "7" and "inv7" are INV-00007, and that invoice under any prefix
 * used so far. Also by receipt number: "T1-A-000042", "Till 7069EEB3".
 */
export async function findSaleByNumber(db: Reader, number: string): Promise<number | undefined> {
  const written = number.toUpperCase();
  const digits = /^(?:INV-?)?(\d{1,12})$/.exec(written)?.[1]?.padStart(5, '0') ?? null;
  const { rows } = await sql<{ id: number }>`
    select id from sales where number = ${written}
    union all select sale_id from credit_notes where number = ${written}
    union all select s.id from sales s
      join (select ${defaultPrefix('INV')} as prefix union select prefix from number_prefixes where series = 'INV') p
        on s.number = p.prefix || ${digits}::text
    union all (select id from sales where receipt_number = ${written} order by id)
    union all select s.id from sales s where ${hasTillNumber(number)}
    limit 1`.execute(db);
  return rows[0]?.id;
}
