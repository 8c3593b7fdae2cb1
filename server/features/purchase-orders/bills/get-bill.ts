import { sql } from 'kysely';
import { quantityFromText } from '#domain/kernel/quantity';
import {
  type BillState,
  canCreditBill,
  canPayBill,
  canReverseBill,
} from '#domain/purchase-orders/bill.rules';
import type { SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import type { Reader } from '../../../platform/database/open-database';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import { askTogether, type Question } from '../../../platform/database/send-together';
import { ensureFound } from '../../../platform/http/refusal';
import { billBlockers } from '../orders/order-documents.queries';
import { leftOfBill } from './supplier-bills.queries';
import { lacksVatNumber } from './vat-without-number';

type Head = Omit<SupplierBillDetail, 'lines' | 'receipts' | 'can'> &
  Pick<BillState, 'returned_by' | 'credited_by'>;
type Line = SupplierBillDetail['lines'][number];
type Receipt = SupplierBillDetail['receipts'][number];

/** A supplier bill with its lines, the goods it is for, and the actions possible now. 404 when there is none. */
export async function getBill(db: Reader, id: number): Promise<SupplierBillDetail> {
  const [head, lines, receipts] = await askTogether(db, [
    findingBill(id),
    findingLines(id),
    findingReceiptsOf(id),
  ]);
  const { returned_by, credited_by, ...bill } = ensureFound(head, 'Supplier bill');
  const state = { ...bill, returned_by, credited_by };
  return {
    ...bill,
    lines,
    receipts,
    can: { pay: canPayBill(state), credit: canCreditBill(state), reverse: canReverseBill(state) },
  };
}

const findingBill = (id: number): Question<Head, Head | undefined> => ({
  statement: sql<Head>`${preparedStatement}
    select b.id, b.number, b.supplier_bill_number, b.kind, jsonb_build_object('id', s.id, 'name', s.name) as supplier,
      case when po.id is not null then jsonb_build_object('id', po.id, 'po_number', po.po_number, 'order_date', po.order_date,
        'total', po.total_pence) end as "order",
      b.bill_date, b.due_on, b.net_pence as net, b.vat_pence as vat, b.gross_pence as gross, ${leftOfBill} as outstanding,
      b.reversed_at, b.reversal_reason, j.business_date as posted_on, u.name as posted_by, b.posted_at, b.reverse_charge,
      b.difference_pence as difference, ${lacksVatNumber} as lacks_vat_number, j.id as journal_id,
      (select r.id from journals r where r.reverses_id = j.id) as reversal_journal_id, ${billBlockers}
    from supplier_bills b join suppliers s on s.id = b.supplier_id join users u on u.id = b.posted_by
      left join purchase_orders po on po.id = b.purchase_order_id
      left join journals j on j.id = (select min(id) from journals where document_type = 'supplier_bill' and document_id = b.id
        and reverses_id is null and kind in ('supplier_bill', 'landed_cost', 'opening'))
    where b.id = ${id}`,
  answer: ([row]) => row,
});

const findingLines = (
  billId: number,
): Question<Omit<Line, 'quantity'> & { quantity: string | null }, Line[]> => ({
  statement: sql<Omit<Line, 'quantity'> & { quantity: string | null }>`${preparedStatement}
    select l.line_number,
      case when p.id is not null then jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) end as product,
      l.description, l.quantity::text as quantity, l.net_pence as net, l.vat_code, (l.vat_percent * 100)::integer as vat_percent,
      l.vat_pence as vat, case when a.code is not null then jsonb_build_object('code', a.code, 'name', a.name) end as account
    from supplier_bill_lines l left join purchase_order_lines o on o.id = l.purchase_order_line_id
      left join products p on p.id = o.product_id left join accounts a on a.code = l.account_code
    where l.supplier_bill_id = ${billId} order by l.line_number`,
  answer: rows =>
    rows.map(row => ({ ...row, quantity: row.quantity === null ? null : quantityFromText(row.quantity) })),
});

/** The receipts whose goods a bill clears, or whose cost it raises. */
const findingReceiptsOf = (billId: number): Question<Receipt, Receipt[]> => ({
  statement: sql<Receipt>`${preparedStatement}
    select g.id, g.number, g.business_date, g.value_pence as value
    from goods_received_notes g where g.id in (
      select r.goods_received_note_id from goods_received_lines r where r.id in (
        select goods_received_line_id from supplier_bill_receipts where supplier_bill_id = ${billId}
        union all select goods_received_line_id from late_costs where document_type = 'supplier_bill' and document_id = ${billId}))
    order by g.id`,
  answer: rows => [...rows],
});
