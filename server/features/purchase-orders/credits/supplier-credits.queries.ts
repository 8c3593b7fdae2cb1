import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '#domain/kernel/call';
import type {
  SupplierCreditRow,
  supplierCredits,
  SupplierCreditTotals,
} from '#domain/purchase-orders/supplier-credit.contract';
import { onlyRow } from '../../../platform/database/only-row';
import type { Reader } from '../../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmong,
  oneOf,
  pageLimit,
  where,
} from '../../../platform/database/page-of';
import { streamRows } from '../../../platform/database/stream-rows';
import type { Column } from '../../../platform/spreadsheets/column';

type Query = QueryOf<typeof supplierCredits.list>;
type Filter = Omit<Query, 'page' | 'per_page'>;

/** Both kinds of credit note in one list: credits of an amount, and credits of returned goods. */
const credits = sql`(
  select 'amount' as kind, 'supplier_credit' as document_type, id, number, supplier_id, supplier_credit_number, credit_date, reason,
    net_pence as net, vat_pence as vat, gross_pence as gross, null::bigint as purchase_order_id, reversed_at, reversal_reason
  from supplier_credits
  union all
  select 'return', 'supplier_return', r.id, r.credit_number, po.supplier_id, r.supplier_credit_number, r.business_date, r.reason,
    r.net_pence, r.vat_pence, r.gross_pence, r.purchase_order_id, null, null
  from supplier_returns r join purchase_orders po on po.id = r.purchase_order_id where r.credit_number is not null
) c join suppliers s on s.id = c.supplier_id
  left join party_items i on i.document_type = c.document_type and i.document_id = c.id and i.side = 'debit'`;

const open = sql`coalesce(i.amount_pence - i.allocated_pence, 0)`;

function conditions(filter: Filter, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  const states = {
    standing: sql`c.reversed_at is null`,
    on_account: sql`(c.reversed_at is null and ${open} > 0)`,
    reversed: sql`c.reversed_at is not null`,
  };
  return where(
    text !== undefined &&
      sql`(lower(c.number) like ${containing(text)} or lower(c.supplier_credit_number) like ${containing(text)}
        or lower(c.reason) like ${containing(text)} or s.search_text like ${containing(text)})`,
    filter.supplier_id && isAmong(sql`c.supplier_id`, filter.supplier_id),
    filter.state && oneOf(filter.state, state => states[state]),
    filter.from !== undefined && sql`c.credit_date >= ${filter.from}`,
    filter.to !== undefined && sql`c.credit_date <= ${filter.to}`,
    more,
  );
}

const rowsOf = (filter: Filter, limit: RawBuilder<unknown>) => sql<SupplierCreditRow>`
  select c.id, c.kind, c.number, jsonb_build_object('id', s.id, 'name', s.name) as supplier, c.supplier_credit_number, c.credit_date,
    j.business_date as posted_on, c.reason, c.net, c.vat, c.gross, c.reversed_at, c.reversal_reason, j.id as journal_id,
    ${open} as on_account,
    coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'supplier_bill_number', b.supplier_bill_number, 'amount', n.amount_pence)
        order by b.id)
      from supplier_credit_bills n join supplier_bills b on b.id = n.supplier_bill_id
      where c.kind = 'amount' and n.supplier_credit_id = c.id), '[]') as bills,
    coalesce((select jsonb_agg(distinct jsonb_build_object('id', po.id, 'po_number', po.po_number)) from purchase_orders po
      where po.id = c.purchase_order_id or (c.kind = 'amount' and po.id in (select b.purchase_order_id from supplier_credit_bills n
        join supplier_bills b on b.id = n.supplier_bill_id where n.supplier_credit_id = c.id))), '[]') as orders
  from ${credits}
    left join journals j on j.id = (select min(id) from journals
      where document_type = c.document_type and document_id = c.id and reverses_id is null)
  ${conditions(filter)} ${inOrder(
    { credit_date: sql`c.credit_date`, number: sql`c.number`, gross: sql`c.gross` },
    filter,
    sql`c.number`,
  )} ${limit}`;

export async function listSupplierCredits(db: Reader, query: Query) {
  return askPage(db, query, {
    rows: rowsOf(query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from ${credits} ${conditions(query)}`,
  });
}

/** The totals of a list of credit notes. Reversed ones only count if requested. */
export async function totalSupplierCredits(db: Reader, filter: Filter): Promise<SupplierCreditTotals> {
  const counts = filter.state ? undefined : sql`c.reversed_at is null`;
  const { rows } = await sql<SupplierCreditTotals>`
    select coalesce(sum(c.net), 0)::bigint as net, coalesce(sum(c.vat), 0)::bigint as vat,
      coalesce(sum(c.gross), 0)::bigint as gross, coalesce(sum(${open}), 0)::bigint as on_account
    from ${credits} ${conditions(filter, counts)}`.execute(db);
  return onlyRow(rows);
}

export const streamSupplierCredits = (db: Reader, filter: Filter): AsyncIterable<SupplierCreditRow> =>
  streamRows<SupplierCreditRow>(db, rowsOf(filter, sql``));

/** The export columns of the supplier credit note list. */
export const creditExportColumns: readonly Column<SupplierCreditRow>[] = [
  { header: 'Number', kind: 'text', width: 12, value: c => c.number },
  { header: 'Supplier', kind: 'text', width: 30, value: c => c.supplier.name },
  { header: 'Their number', kind: 'text', width: 16, value: c => c.supplier_credit_number },
  { header: 'Date', kind: 'date', width: 12, value: c => c.credit_date },
  { header: 'Posted on', kind: 'date', width: 12, value: c => c.posted_on },
  { header: 'Reason', kind: 'text', width: 30, value: c => c.reason },
  {
    header: 'Bills',
    kind: 'text',
    width: 24,
    value: c => c.bills.map(b => b.supplier_bill_number).join(', '),
  },
  { header: 'Orders', kind: 'text', width: 18, value: c => c.orders.map(o => o.po_number).join(', ') },
  { header: 'Net', kind: 'money', width: 14, value: c => c.net },
  { header: 'VAT', kind: 'money', width: 14, value: c => c.vat },
  { header: 'Total', kind: 'money', width: 14, value: c => c.gross },
  { header: 'On account', kind: 'money', width: 14, value: c => c.on_account },
  { header: 'Reversed', kind: 'instant', width: 18, value: c => c.reversed_at },
];
