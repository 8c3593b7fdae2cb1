import { type RawBuilder, sql } from 'kysely';
import type { QueryOf, ReplyOf } from '#domain/kernel/call';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { billStatusNames, billStatusOf } from '#domain/purchase-orders/bill-status';
import {
  billKindNames,
  type SupplierBillRow,
  type supplierBills,
} from '#domain/purchase-orders/supplier-bill.contract';
import { onlyRow } from '../../../platform/database/only-row';
import type { Reader } from '../../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  oneOf,
  pageLimit,
  where,
} from '../../../platform/database/page-of';
import { streamRows } from '../../../platform/database/stream-rows';
import type { Column } from '../../../platform/spreadsheets/column';

type Query = QueryOf<typeof supplierBills.list>;
type Filter = Omit<Query, 'page' | 'per_page'>;
type Totals = ReplyOf<typeof supplierBills.totals>;

/** What is left of bill `b` on the supplier's ledger. A bill of zero is not on it, and a reversed one is settled. */
export const leftOfBill = sql<Pence>`coalesce((select i.amount_pence - i.allocated_pence from party_items i
  where i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind in ('bill', 'opening')), 0)`;

function conditions(filter: Filter, today: CalendarDate): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  const states = {
    open: sql`b.reversed_at is null and ${leftOfBill} > 0`,
    overdue: sql`b.reversed_at is null and b.due_on < ${today} and ${leftOfBill} > 0`,
    paid: sql`b.reversed_at is null and ${leftOfBill} = 0`,
    reversed: sql`b.reversed_at is not null`,
  };
  return where(
    text !== undefined &&
      sql`(lower(b.number) like ${containing(text)} or lower(b.supplier_bill_number) like ${containing(text)}
        or b.supplier_id in (select id from suppliers where search_text like ${containing(text)}))`,
    filter.supplier_id && isAmong(sql`b.supplier_id`, filter.supplier_id),
    filter.kind && isAmongWords(sql`b.kind`, filter.kind),
    filter.ids !== undefined && isAmong(sql`b.id`, idsIn(filter.ids)),
    filter.from !== undefined && sql`b.bill_date >= ${filter.from}`,
    filter.to !== undefined && sql`b.bill_date <= ${filter.to}`,
    filter.due_within !== undefined &&
      sql`b.reversed_at is null and b.due_on <= ${addDays(today, Number(filter.due_within))} and ${leftOfBill} > 0`,
    filter.state && oneOf(filter.state, state => states[state]),
  );
}

const order = (filter: Filter) =>
  inOrder(
    {
      bill_date: sql`b.bill_date`,
      due_on: sql`b.due_on`,
      number: sql`b.number`,
      gross: sql`b.gross_pence`,
      outstanding: leftOfBill,
    },
    filter,
    sql`b.id`,
  );

/** The page is cut first; suppliers, orders and what is outstanding are then looked up for its rows only. */
const rowsOf = (filter: Filter, today: CalendarDate, limit: RawBuilder<unknown>) => sql<SupplierBillRow>`
  select b.id, b.number, b.supplier_bill_number, b.kind, jsonb_build_object('id', s.id, 'name', s.name) as supplier,
    case when po.id is not null then jsonb_build_object('id', po.id, 'po_number', po.po_number) end as "order",
    b.bill_date, b.due_on, b.net_pence as net, b.vat_pence as vat, b.gross_pence as gross, ${leftOfBill} as outstanding,
    b.reversed_at, b.reversal_reason
  from (select b.* from supplier_bills b ${conditions(filter, today)} ${order(filter)} ${limit}) b
    join suppliers s on s.id = b.supplier_id left join purchase_orders po on po.id = b.purchase_order_id
  ${order(filter)}`;

export async function listSupplierBills(db: Reader, query: Query, today: CalendarDate) {
  return askPage(db, query, {
    rows: asked => rowsOf(asked, today, pageLimit(asked)),
    total: sql<{
      total: number;
    }>`select count(*) as total from supplier_bills b ${conditions(query, today)}`,
  });
}

/** The totals of a list of bills, without reversed ones unless the filter asks for them. */
export async function totalSupplierBills(db: Reader, filter: Filter, today: CalendarDate): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(net), 0)::bigint as net, coalesce(sum(vat), 0)::bigint as vat, coalesce(sum(gross), 0)::bigint as gross,
      coalesce(sum(outstanding), 0)::bigint as outstanding
    from (
      select b.net_pence as net, b.vat_pence as vat, b.gross_pence as gross, ${leftOfBill} as outstanding
      from (select * from supplier_bills ${filter.state === undefined ? sql`where reversed_at is null` : sql``}) b
      ${conditions(filter, today)}
    ) bills`.execute(db);
  return onlyRow(rows);
}

export const streamSupplierBills = (
  db: Reader,
  filter: Filter,
  today: CalendarDate,
): AsyncIterable<SupplierBillRow> => streamRows<SupplierBillRow>(db, rowsOf(filter, today, sql``));

/** The export columns of the list of supplier bills. */
export const billExportColumns: readonly Column<SupplierBillRow>[] = [
  { header: 'Number', kind: 'text', width: 12, value: b => b.number },
  { header: 'Their number', kind: 'text', width: 16, value: b => b.supplier_bill_number },
  { header: 'Supplier', kind: 'text', width: 30, value: b => b.supplier.name },
  { header: 'For', kind: 'text', width: 18, value: b => billKindNames[b.kind] },
  { header: 'Order', kind: 'text', width: 12, value: b => b.order?.po_number ?? null },
  { header: 'Date', kind: 'date', width: 12, value: b => b.bill_date },
  { header: 'Due', kind: 'date', width: 12, value: b => b.due_on },
  { header: 'Status', kind: 'text', width: 12, value: b => billStatusNames[billStatusOf(b)] },
  { header: 'Net', kind: 'money', width: 14, value: b => b.net },
  { header: 'VAT', kind: 'money', width: 14, value: b => b.vat },
  { header: 'Total', kind: 'money', width: 14, value: b => b.gross },
  { header: 'Outstanding', kind: 'money', width: 14, value: b => b.outstanding },
  { header: 'Reversed', kind: 'instant', width: 18, value: b => b.reversed_at },
  { header: 'Reason for reversal', kind: 'text', width: 30, value: b => b.reversal_reason },
];
