import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { noQuantity, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { canReverseReceipt, type ReceiptState } from '#domain/purchase-orders/receipt.rules';
import { notCountedSince } from '#domain/stock/counted-since';
import { recordAudit } from '../../../kernel/audit';
import { ensureNotBefore, ensureOpenDay } from '../../../kernel/books-day';
import { nextNumber } from '../../../kernel/documents';
import { credit, debit, postJournal, systemAccounts } from '../../../kernel/ledger';
import { findMovementsOf, lockPoolsOf, moveLockedStock, shortBefore } from '../../../kernel/stock';
import type { Tx } from '../../../platform/database/open-database';
import { insertedId } from '../../../platform/database/inserted-id';
import type { WriteContext } from '../../../platform/http/context';
import { ensure, ensureFound } from '../../../platform/http/refusal';
import { getOrder } from '../orders/get-order';
import { findReceivedLines, type ReceivedLine, storeReceivedLines } from './received-lines';
import { receiptBlockers } from './receipt-blockers';
import { recalculateOrder } from '../orders/recalculate-order';
import { lockOrder } from '../orders/stored-order';

type Body = BodyOf<typeof purchases.reverseReceipt>;
type Receipt = ReceiptState & {
  readonly id: number;
  readonly business_date: CalendarDate;
  /** Whether the order was revised since, which gave what it received another value. */
  readonly is_revised: boolean;
};

/**
 * Reverses a receipt entered in error (rules L1, A13): its goods leave stock at the value they came in with, as far as they
 * are still there, and the rest is a price variance (as rule I15). The order expects them again. Goods that really go back
 * are a return, at average cost (rule I6). 409 when anything depends on the receipt, or it is already reversed.
 */
export async function reverseReceipt(
  ctx: WriteContext,
  { orderId, receiptId }: { readonly orderId: number; readonly receiptId: number },
  body: Body,
): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, orderId);
  const receipt = ensureFound(await findReceipt(ctx.tx, orderId, receiptId), 'Goods receipt');
  ensure(canReverseReceipt(receipt));
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  ensureNotBefore(businessDate, receipt.business_date, 'The goods were received');
  const number = await nextNumber(ctx.tx, 'RET');
  const lines = await findReceivedLines(ctx.tx, orderId, receiptId);
  const id = await insertReversal(
    ctx,
    { orderId, receiptId, number, businessDate, reason: body.reason },
    lines,
  );
  await reverseInStock(
    ctx,
    { ...receipt, orderId },
    {
      document: { type: 'supplier_return', id, number },
      businessDate,
      lines,
      body,
    },
  );
  await takeOffOrder(ctx.tx, receipt, lines);
  await storeReceivedLines(ctx.tx, lines.map(emptied));
  await recalculateOrder(ctx, orderId);
  recordAudit(ctx, {
    action: 'receipt_reversed',
    recordType: 'purchase_order',
    recordId: orderId,
    recordName: order.po_number,
    before: {
      receipt: receipt.number,
      lines: lines.map(({ quantity, description }) => `${textFromQuantity(quantity)} × ${description}`),
    },
    after: { by: number, on: businessDate, reason: body.reason },
  });
  return getOrder(ctx.tx, orderId, ctx);
}

async function findReceipt(tx: Tx, orderId: number, id: number): Promise<Receipt | undefined> {
  const { rows } = await sql<Receipt>`
    select g.id, g.number, g.business_date, ${receiptBlockers},
      exists (select from purchase_order_revisions v where v.purchase_order_id = g.purchase_order_id
        and v.changed_at > g.received_at) as is_revised
    from goods_received_notes g where g.id = ${id} and g.purchase_order_id = ${orderId}`.execute(tx);
  return rows[0];
}

/** Stored with the returns, so that what was received and what has gone back still add up (A6). */
async function insertReversal(
  ctx: WriteContext,
  head: {
    readonly orderId: number;
    readonly receiptId: number;
    readonly number: string;
    readonly businessDate: CalendarDate;
    readonly reason: string;
  },
  lines: readonly ReceivedLine[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into supplier_returns (number, purchase_order_id, business_date, reason, returned_by, returned_at, reverses_receipt_id)
    values (${head.number}, ${head.orderId}, ${head.businessDate}, ${head.reason}, ${ctx.actor.id}, ${ctx.now}, ${head.receiptId})
    returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  const taken = lines.map((line, index) => ({
    line_number: index + 1,
    id: line.id,
    quantity: textFromQuantity(line.quantity),
  }));
  await sql`
    insert into supplier_return_lines (supplier_return_id, line_number, goods_received_line_id, quantity, billed_quantity,
      credit_net_pence, credit_vat_pence)
    select ${id}, line_number, row.id, quantity, 0, 0, 0
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as row (line_number integer, id bigint, quantity numeric)`.execute(
    ctx.tx,
  );
  return id;
}

/** Takes the goods out of stock, last line first, and reverses the accrual. */
async function reverseInStock(
  ctx: WriteContext,
  receipt: Receipt & { readonly orderId: number },
  {
    document,
    businessDate,
    lines,
    body,
  }: {
    readonly document: { readonly type: string; readonly id: number; readonly number: string };
    readonly businessDate: CalendarDate;
    readonly lines: readonly ReceivedLine[];
    readonly body: Body;
  },
): Promise<void> {
  const original = { type: 'goods_received_note', id: receipt.id, number: receipt.number };
  const pools = await lockPoolsOf(ctx, [original]);
  // Its stock is locked now, so nothing is counted from it any more.
  const now = ensureFound(await findReceipt(ctx.tx, receipt.orderId, receipt.id), 'Goods receipt');
  ensure(notCountedSince(receipt.number, now.counted_since));
  const earlier = await findMovementsOf(ctx.tx, original);
  const moved = await moveLockedStock(ctx, pools, {
    businessDate,
    kind: 'receipt_reversal',
    document,
    reason: body.reason,
    approvedShort: shortBefore(earlier),
    movements: earlier.toReversed().map(({ productId, line, quantity, value, unitCostBefore }) => ({
      productId,
      line,
      quantity: toQuantity(0 - quantity),
      takesBack: { value, unitCostBefore },
      field: 'reason',
    })),
  });
  const accrued = sum(lines.filter(line => line.is_stock).map(unbilledCost));
  const put = sum(earlier.map(({ value }) => value));
  const takenOff = toPence(0 - sum(moved.map(({ value }) => value)));
  await postJournal(ctx, {
    businessDate,
    kind: 'goods_received',
    narrative: `Goods received ${receipt.number} reversed: ${body.reason}`,
    document,
    reason: body.date_reason ?? null,
    lines: [
      debit(systemAccounts.goodsReceivedNotInvoiced, accrued),
      credit(systemAccounts.inventory, takenOff),
      // What the receipt made up for in stock below zero (rule I10).
      credit(systemAccounts.costOfGoodsSold, toPence(accrued - put)),
      credit(systemAccounts.purchasePriceVariance, toPence(put - takenOff)),
    ],
  });
}

const unbilledCost = (line: ReceivedLine): Pence => toPence(line.unbilled_value + line.unbilled_vat_in_cost);

const emptied = (line: ReceivedLine): ReceivedLine => ({
  ...line,
  unbilled_quantity: noQuantity,
  unbilled_value: toPence(0),
  unbilled_vat_in_cost: toPence(0),
});

/**
 * The order has not received these goods. A revised order values what it received at its new prices, so they take their
 * share of that off, as returned goods do. A quantity accepted above the order is not needed for them any more (rule P3).
 */
async function takeOffOrder(tx: Tx, { is_revised }: Receipt, lines: readonly ReceivedLine[]): Promise<void> {
  const rows = lines.map(line => ({
    id: line.purchase_order_line_id,
    quantity: textFromQuantity(line.quantity),
    value: line.value,
  }));
  await sql`
    update purchase_order_lines l set received = l.received - row.quantity,
      received_net_pence = case when l.received = row.quantity then 0
        when ${is_revised} then l.received_net_pence - round(l.received_net_pence * row.quantity / l.received)
        else greatest(0, l.received_net_pence - row.value) end,
      tolerated = least(l.tolerated, greatest(0, l.received - row.quantity - l.quantity))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, quantity numeric, value bigint)
    where l.id = row.id`.execute(tx);
}
