import { type RawBuilder, sql } from 'kysely';
import { type AllocationState, canRemoveAllocation } from '#domain/payments/allocation.rules';
import type { SupplierAllocation } from '#domain/payments/supplier-allocation.contract';
import { documentLink, isJournalValid } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { numberOf } from './free-credit';

type Row = Omit<SupplierAllocation, 'can'> &
  Omit<AllocationState, 'removable'> & {
    /** The order whose goods the bill is for. */
    readonly order_id: number | null;
  };

const maxAllocations = 500;

/**
 * What can be removed of the allocation of item `i` to item `c` (decision 151): of money all of it. Of a credit note neither
 * what it names of this bill, nor what is credited to the bill's order by itself (rules W9, P4).
 */
const removable = sql`case when i.document_type = 'payment' then m.amount
  else greatest(0, least(
    m.amount - coalesce((select sum(n.amount_pence) from supplier_credit_bills n
      where i.document_type = 'supplier_credit' and n.supplier_credit_id = i.document_id and n.supplier_bill_id = b.id), 0),
    case when b.order_id is null then m.amount else coalesce((select g.amount_pence from order_credits g
      where g.party_item_id = i.id and g.purchase_order_id = b.order_id), 0) end)) end`;

/** Allocations on a supplier's ledger that `which` (of `allocations a`) selects, newest first. */
export async function findAllocations(
  db: Reader,
  supplierId: number,
  which: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select jsonb_build_object('id', i.id, 'kind', i.kind, 'document_number', ${numberOf},
        'link', ${documentLink(sql`i.document_type`, sql`i.document_id`)}) as credit,
      jsonb_build_object('id', c.id, 'kind', c.kind, 'document_number', c.document_number,
        'link', ${documentLink(sql`c.document_type`, sql`c.document_id`)}) as bill,
      m.amount, m.business_date, b.order_id, i.document_type = 'supplier_return' as is_return, 
      (i.document_type = 'expense' and c.document_type = 'expense' and c.document_id = i.document_id) as is_own,
      (${removable})::bigint as removable,
      (select e.number from expenses e
        where c.document_type = 'expense' and e.id = c.document_id and e.status = 'paid') as paid_expense
    from (
      select a.debit_item_id, a.credit_item_id, sum(a.amount_pence)::bigint as amount,
        max(a.business_date) as business_date, max(a.id) as last
      from allocations a join party_items own on own.id = a.debit_item_id and own.supplier_id = ${supplierId}
      where ${which} and ${isJournalValid(sql`own.journal_id`)}
      group by 1, 2 having sum(a.amount_pence) > 0 order by last desc limit ${sql.lit(maxAllocations)}
    ) m join party_items i on i.id = m.debit_item_id join party_items c on c.id = m.credit_item_id
      left join lateral (
        select sb.id, case when sb.kind = 'goods' then sb.purchase_order_id end as order_id from supplier_bills sb
        where c.document_type = 'supplier_bill' and sb.id = c.document_id) b on true
    order by m.last desc`.execute(db);
  return rows;
}

/** The allocations of a supplier's payments and credit, without those of reversed documents to their reversals. */
export async function listAllocations(
  db: Reader,
  supplierId: number,
  billId: string | undefined,
): Promise<SupplierAllocation[]> {
  const ofBill = sql`a.credit_item_id in (select bill.id from party_items bill
    where bill.document_type = 'supplier_bill' and bill.document_id = ${billId ?? null}::bigint)`;
  const rows = await findAllocations(db, supplierId, billId === undefined ? sql`true` : ofBill);
  return rows
    .filter(({ credit, bill }) => credit.kind !== 'reversal' && bill.kind !== 'reversal')
    .map(row => ({ ...row, can: { remove: canRemoveAllocation(row) } }));
}
