import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { recordAudit } from '../../../kernel/audit';
import { ensureNotBefore, ensureOpenDay } from '../../../kernel/books-day';
import { credit, debit, postJournal, reverseJournal, systemAccounts } from '../../../kernel/ledger';
import { allocate, findItemsOf, type LockedParty, openItem, unallocate } from '../../../kernel/parties';
import type { Tx } from '../../../platform/database/open-database';
import { unawaitedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../../platform/http/refusal';
import { getOrder } from '../orders/get-order';
import type { MatchedLine } from './match-bill';
import { releaseCreditOf } from '../credits/order-credit';
import { lockSupplierLedger } from './post-bill';
import { checkBillReversal } from '../orders/order-documents.queries';
import { lockLateCosts, reverseLateCost } from '../late-costs/reverse-late-cost';
import { lockOrder } from '../orders/stored-order';

type Body = BodyOf<typeof purchases.reverseBill>;
type Bill = {
  readonly id: number;
  readonly number: string;
  readonly kind: 'goods' | 'landed_cost';
  readonly supplier_id: number;
  readonly supplier_bill_number: string;
  readonly reversed_at: Date | null;
  readonly journal_id: number | null;
  readonly posted_on: CalendarDate | null;
};
type Day = {
  readonly businessDate: CalendarDate;
  readonly reason: string;
  readonly dateReason: string | null;
};

/** Stores which receipts a bill cleared, for its reversal. */
export async function storeCleared(tx: Tx, billId: number, matched: readonly MatchedLine[]): Promise<void> {
  const rows = matched.flatMap(line =>
    line.cleared.map(part => ({
      id: part.receiptLineId,
      quantity: textFromQuantity(part.quantity),
      received: part.received,
      received_vat: part.receivedVat,
      net: part.net,
      vat: part.vat,
      recovered: part.vatRecovered,
      net_in_returns: part.netInReturns,
    })),
  );
  await sql`${unawaitedStatement}
    insert into supplier_bill_receipts (supplier_bill_id, goods_received_line_id, quantity, received_pence, received_vat_pence,
      net_pence, vat_pence, vat_recovered_pence, net_in_returns_pence)
    select ${billId}, id, quantity, received, received_vat, net, vat, recovered, net_in_returns
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, quantity numeric, received bigint, received_vat bigint,
      net bigint, vat bigint, recovered bigint, net_in_returns bigint)`.execute(tx);
}

/**
 * Reverses a bill recorded in error (rules L1, A13): its journal and VAT are mirrored, its goods go back to
 * received but not billed, price variances leave the stock, and its number can be used again. Payments stay
 * as credit with the supplier, once confirmed. 409 the second time, or when its goods were credited.
 */
export async function reverseBill(
  ctx: WriteContext,
  { orderId, billId }: { readonly orderId: number; readonly billId: number },
  body: Body,
): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, orderId);
  const bill = ensureFound(await findBill(ctx.tx, orderId, billId), 'Bill');
  if (bill.reversed_at !== null)
    throw conflict(`Bill ${bill.supplier_bill_number} has already been reversed.`);
  const day: Day = {
    businessDate: body.business_date ?? londonDate(ctx.now),
    reason: body.reason,
    dateReason: body.date_reason ?? null,
  };
  await ensureOpenDay(ctx, day.businessDate, { reason: day.dateReason });
  ensureNotBefore(day.businessDate, bill.posted_on, 'The bill was posted');
  const party = await lockSupplierLedger(ctx, bill.supplier_id);
  await ensureReversible(ctx.tx, bill.id);
  await lockLateCosts(ctx, { type: 'supplier_bill', id: bill.id, number: bill.number });
  const freed = await reverseOnLedger(ctx, { ...bill, party, orderId }, day, body.free_payments);
  await reverseInStock(ctx, bill, day);
  await unbillReceipts(ctx.tx, bill.id);
  await sql`
    update supplier_bills set reversed_at = ${ctx.now}, reversal_reason = ${body.reason} where id = ${bill.id}`.execute(
    ctx.tx,
  );
  await sql`update purchase_orders set version = version + 1, updated_at = ${ctx.now} where id = ${orderId}`.execute(
    ctx.tx,
  );
  recordAudit(ctx, {
    action: 'bill_reversed',
    recordType: 'purchase_order',
    recordId: orderId,
    recordName: order.po_number,
    before: { bill: bill.number, supplier_bill_number: bill.supplier_bill_number },
    after: { on: day.businessDate, reason: body.reason, freed_pence: freed },
  });
  return getOrder(ctx.tx, orderId, ctx);
}

async function findBill(tx: Tx, orderId: number, billId: number): Promise<Bill | undefined> {
  const { rows } = await sql<Bill>`
    select b.id, b.number, b.kind, b.supplier_id, b.supplier_bill_number, b.reversed_at,
      (select min(j.id) from journals j where j.document_type = 'supplier_bill' and j.document_id = b.id and j.reverses_id is null
        and j.kind in ('supplier_bill', 'landed_cost')) as journal_id,
      (select min(j.business_date) from journals j where j.document_type = 'supplier_bill' and j.document_id = b.id) as posted_on
    from supplier_bills b
    where b.id = ${billId} and b.purchase_order_id = ${orderId} and b.kind in ('goods', 'landed_cost')`.execute(
    tx,
  );
  return rows[0];
}

/** Reverses what depends on the bill's figures, or refuses. */
export async function ensureReversible(tx: Tx, billId: number): Promise<void> {
  const result = await checkBillReversal(tx, billId);
  if (!result.allowed) throw conflict(result.reason);
}

/** Settles the bill with its reversal and removes its earlier allocations. Returns the amount freed. */
async function reverseOnLedger(
  ctx: WriteContext,
  bill: Bill & { readonly party: LockedParty; readonly orderId: number },
  { businessDate, reason }: Day,
  canFree: boolean,
): Promise<Pence> {
  if (bill.journal_id === null) return toPence(0);
  const document = { type: 'supplier_bill', id: bill.id, number: bill.number };
  const [item] = await findItemsOf(ctx.tx, document);
  const settled = item?.allocated_pence ?? toPence(0);
  if (settled > 0 && !canFree)
    throw invalid({
      free_payments: `${formatPounds(settled)} of this bill is settled. Confirm that you want to keep it as credit with the supplier.`,
    });
  const journal = await reverseJournal(ctx, bill.journal_id, { businessDate, reason });
  if (!item) return toPence(0);
  // Credit never went to the order by way of a carrier's bill, so none is taken from it (rule P4).
  if (bill.kind === 'goods') await releaseCreditOf(ctx, bill.orderId, item.id);
  await unallocate(ctx, bill.party, item.id, businessDate);
  const mirror = await openItem(ctx, {
    party: bill.party,
    side: 'debit',
    kind: 'reversal',
    description: `Bill ${bill.supplier_bill_number} reversed: ${reason}`,
    document,
    businessDate,
    amount: item.amount_pence,
    journalId: journal.id,
  });
  const amount = item.amount_pence;
  await allocate(ctx, {
    party: bill.party,
    debitItemId: mirror.id,
    creditItemId: item.id,
    amount,
    businessDate,
  });
  return settled;
}

/**
 * What the bill added to stock comes off as far as those goods are still on hand; the rest is a variance
 * (rule I15).
 */
async function reverseInStock(ctx: WriteContext, bill: Bill, day: Day): Promise<void> {
  const document = { type: 'supplier_bill', id: bill.id, number: bill.number };
  const { businessDate, reason, dateReason } = day;
  const { put, takenOff } = await reverseLateCost(ctx, {
    businessDate,
    kind: 'bill_reversal',
    document,
    reason,
  });
  // The mirror of the bill's journal has taken all of it off the stock.
  const variance = toPence(put - takenOff);
  await postJournal(ctx, {
    businessDate,
    kind: 'supplier_bill',
    narrative: `Price variance on ${bill.supplier_bill_number} reversed, for goods no longer in stock`,
    document,
    reason: dateReason,
    lines: [
      debit(systemAccounts.inventory, variance),
      credit(systemAccounts.purchasePriceVariance, variance),
    ],
  });
}

/** The goods go back to received but not billed, at the value they came in with (rule A10). */
async function unbillReceipts(tx: Tx, billId: number): Promise<void> {
  await sql`
    update goods_received_lines g set unbilled_quantity = g.unbilled_quantity + b.quantity,
      unbilled_pence = g.unbilled_pence + b.received_pence,
      unbilled_vat_in_cost_pence = g.unbilled_vat_in_cost_pence + b.received_vat_pence, billed_quantity = g.billed_quantity - b.quantity,
      billed_net_pence = g.billed_net_pence - b.net_pence, billed_vat_pence = g.billed_vat_pence - b.vat_pence,
      billed_vat_recovered_pence = g.billed_vat_recovered_pence - b.vat_recovered_pence,
      billed_net_in_returns_pence = g.billed_net_in_returns_pence - b.net_in_returns_pence
    from supplier_bill_receipts b where b.supplier_bill_id = ${billId} and b.goods_received_line_id = g.id`.execute(
    tx,
  );
  await sql`
    update purchase_order_lines l set billed = l.billed - b.quantity
    from (select g.purchase_order_line_id as id, sum(b.quantity) as quantity
      from supplier_bill_receipts b join goods_received_lines g on g.id = b.goods_received_line_id
      where b.supplier_bill_id = ${billId} group by 1) b
    where l.id = b.id`.execute(tx);
}
