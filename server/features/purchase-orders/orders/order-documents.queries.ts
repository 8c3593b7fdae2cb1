import { sql } from 'kysely';
import type { RuleResult } from '#domain/kernel/rule-result';
import { quantityFromText } from '#domain/kernel/quantity';
import { paymentActions } from '#domain/payments/payment.rules';
import { type BillState, canCreditBill, canReverseBill } from '#domain/purchase-orders/bill.rules';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { canReverseReceipt, type ReceiptState } from '#domain/purchase-orders/receipt.rules';
import type { Reader } from '../../../platform/database/open-database';
import type { Question } from '../../../platform/database/send-together';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import { ensureFound } from '../../../platform/http/refusal';
import { receiptBlockers } from '../receipts/receipt-blockers';
import { lacksVatNumber } from '../bills/vat-without-number';

type ReceiptRow = Omit<OrderDetail['receipts'][number], 'lines' | 'can'> &
  ReceiptState & {
    lines: {
      id: number;
      order_line_id: number;
      description: string;
      quantity: string;
      unbilled: string;
      unbilled_value: number;
      returnable: string;
      value: number;
    }[];
  };

/** The goods receipts of an order. */
export const findingReceipts = (orderId: number): Question<ReceiptRow, OrderDetail['receipts']> => ({
  statement: sql<ReceiptRow>`${preparedStatement}
    select g.id, g.number, g.business_date, g.delivery_note, g.notes, u.name as received_by, g.value_pence as value,
      (select jsonb_agg(jsonb_build_object('id', r.id, 'order_line_id', l.id, 'description', l.description,
          'quantity', r.quantity::text, 'unbilled', r.unbilled_quantity::text, 'unbilled_value', r.unbilled_pence,
          'returnable', (r.unbilled_quantity + r.billed_quantity)::text, 'value', r.value_pence) order by r.line_number)
        from goods_received_lines r join purchase_order_lines l on l.id = r.purchase_order_line_id
        where r.goods_received_note_id = g.id) as lines,
      (select jsonb_build_object('number', r.number, 'business_date', r.business_date, 'reason', r.reason)
        from supplier_returns r where r.reverses_receipt_id = g.id) as reversal, ${receiptBlockers}
    from goods_received_notes g join users u on u.id = g.received_by
    where g.purchase_order_id = ${orderId} order by g.id`,
  answer: rows =>
    rows.map(
      ({ lines, reversed_by, billed_by, returned_by, landed_by, closed_line, counted_since, ...note }) => ({
        ...note,
        can: {
          reverse: canReverseReceipt({
            number: note.number,
            reversed_by,
            billed_by,
            returned_by,
            landed_by,
            closed_line,
            counted_since,
          }),
        },
        lines: lines.map(line => ({
          ...line,
          value: line.value as ReceiptLine['value'],
          unbilled_value: line.unbilled_value as ReceiptLine['value'],
          quantity: quantityFromText(line.quantity),
          unbilled: quantityFromText(line.unbilled),
          returnable: quantityFromText(line.returnable),
        })),
      }),
    ),
});
type ReceiptLine = OrderDetail['receipts'][number]['lines'][number];

/** What prevents the reversal of bill `b`, for `canReverseBill`. */
export const billBlockers = sql`
  (select r.credit_number from supplier_bill_receipts c
      join supplier_return_lines l on l.goods_received_line_id = c.goods_received_line_id and l.billed_quantity > 0
      join supplier_returns r on r.id = l.supplier_return_id
    where c.supplier_bill_id = b.id order by r.id limit 1) as returned_by,
  (select jsonb_build_object('number', c.number, 'theirs', c.supplier_credit_number) from supplier_credit_bills cb
      join supplier_credits c on c.id = cb.supplier_credit_id and c.reversed_at is null
    where cb.supplier_bill_id = b.id order by c.id limit 1) as credited_by`;

/** Whether a bill can be reversed. The caller holds the supplier's ledger lock. */
export async function checkBillReversal(db: Reader, billId: number): Promise<RuleResult> {
  const { rows } = await sql<BillState>`${preparedStatement}
    select b.supplier_bill_number, b.kind, b.reversed_at, ${billBlockers} from supplier_bills b where b.id = ${billId}`.execute(
    db,
  );
  return canReverseBill(ensureFound(rows[0], 'Bill'));
}

type Bill = OrderDetail['bills'][number];

/** The bills of an order, carriers' bills included, each with its outstanding amount. */
export const findingBills = (
  orderId: number,
): Question<Omit<Bill, 'can'> & BillState, OrderDetail['bills']> => ({
  statement: sql<Omit<Bill, 'can'> & BillState>`${preparedStatement}
    select b.id, b.number, b.kind, b.supplier_bill_number, jsonb_build_object('id', s.id, 'name', s.name) as supplier, b.bill_date,
      b.due_on, b.net_pence as net, b.vat_pence as vat, b.gross_pence as gross, b.difference_pence as difference,
      coalesce(i.amount_pence - i.allocated_pence, 0) as outstanding, j.id as journal_id, j.business_date as posted_on, b.reversed_at, b.reversal_reason,
      (select id from journals r where r.reverses_id = j.id) as reversal_journal_id, ${lacksVatNumber} as lacks_vat_number, ${billBlockers}
    from supplier_bills b join suppliers s on s.id = b.supplier_id
      left join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind = 'bill'
      left join journals j on j.id = (select min(id) from journals where document_type = 'supplier_bill' and document_id = b.id
        and reverses_id is null and kind in ('supplier_bill', 'landed_cost'))
    where b.purchase_order_id = ${orderId} order by b.id`,
  answer: rows =>
    rows.map(({ returned_by, credited_by, ...bill }) => {
      const state = { ...bill, returned_by, credited_by };
      return { ...bill, can: { reverse: canReverseBill(state), credit: canCreditBill(state) } };
    }),
});

export const findingReturns = (
  orderId: number,
): Question<
  Omit<OrderDetail['returns'][number], 'quantity'> & { quantity: string },
  OrderDetail['returns']
> => ({
  statement: sql<Omit<OrderDetail['returns'][number], 'quantity'> & { quantity: string }>`${preparedStatement}
    select r.id, r.number, r.credit_number, r.supplier_credit_number, r.business_date, r.reason, r.gross_pence as gross,
      (select min(j.business_date) from journals j where j.document_type = 'supplier_return' and j.document_id = r.id) as posted_on,
      (select sum(quantity)::text from supplier_return_lines where supplier_return_id = r.id) as quantity
    from supplier_returns r where r.purchase_order_id = ${orderId} and r.reverses_receipt_id is null order by r.id`,
  answer: rows => rows.map(row => ({ ...row, quantity: quantityFromText(row.quantity) })),
});

/** The payments allocated to an order, each with its share. */
export const findingPayments = (
  orderId: number,
): Question<Omit<OrderDetail['payments'][number], 'can'>, OrderDetail['payments']> => ({
  statement: sql<Omit<OrderDetail['payments'][number], 'can'>>`${preparedStatement}
    select p.id, p.number, p.payment_date, p.direction, a.amount_pence as amount, p.method as payment_method, p.status, p.reference_number
    from payment_allocations a join payments p on p.id = a.payment_id
    where a.purchase_order_id = ${orderId} order by p.payment_date, p.id`,
  answer: rows => rows.map(row => ({ ...row, can: paymentActions(row) })),
});

export const findingRevisions = (
  orderId: number,
): Question<OrderDetail['revisions'][number], OrderDetail['revisions']> => ({
  statement: sql<OrderDetail['revisions'][number]>`${preparedStatement}
    select r.revision, r.reason, r.total_before_pence as total_before, r.total_after_pence as total_after, u.name as changed_by, r.changed_at
    from purchase_order_revisions r join users u on u.id = r.changed_by
    where r.purchase_order_id = ${orderId} order by r.revision`,
  answer: rows => [...rows],
});
