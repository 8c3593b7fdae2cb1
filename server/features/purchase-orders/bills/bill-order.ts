import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { addDays, londonDate } from '#domain/kernel/dates';
import { sum, toPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { canBill } from '#domain/purchase-orders/purchase-order.rules';
import { recordAudit } from '../../../kernel/audit';
import { allowPostingDay, findingPostingDay } from '../../../kernel/books-day';
import { findingVatRegisteredOn } from '../../../kernel/company';
import { debit, systemAccounts } from '../../../kernel/ledger';
import { unawaitedStatement } from '../../../platform/database/prepared-statement';
import { askTogether } from '../../../platform/database/send-together';
import type { WriteContext } from '../../../platform/http/context';
import { ensure } from '../../../platform/http/refusal';
import { ensureOwedIsApproved } from './approved-bill';
import { ensureBillDate, lastDayOf } from './bill-dates';
import { ensureBilledVat } from './ensure-printed-vat';
import { ensureLineAccounts } from './line-accounts';
import { getOrder } from '../orders/get-order';
import {
  costOf,
  ensureVarianceAccepted,
  type MatchedLine,
  matchBill,
  receivedCostOf,
  withBilledCodes,
  withOrderedAccounts,
} from './match-bill';
import { storeCleared } from './reverse-bill';
import { insertBill, lockingToBill, type NewBill, postBill, type StoredBill } from './post-bill';
import { type LateCost, spreadLateCost } from './price-difference';
import { findingReceivedLines, storeReceivedLines } from '../receipts/received-lines';
import { lockOrder, stateOf } from '../orders/stored-order';

type BillBody = BodyOf<typeof purchases.bill>;

/**
 * Records the supplier bill for goods received (table of L, "Supplier bill matched to GRN"): the accrual is
 * cleared, a price variance goes to the stock on hand and to variance (rule I11), VAT is as printed (V18).
 */
export async function billOrder(ctx: WriteContext, id: number, body: BillBody): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canBill(stateOf(order)));
  const today = londonDate(ctx.now);
  ensureBillDate(body, today);
  const [, , { party: supplier }, receipts, recoversVat, day] = await askTogether(ctx.tx, [
    ...lockingToBill(order.supplier_id, body.supplier_bill_number),
    findingReceivedLines(id),
    findingVatRegisteredOn(body.bill_date),
    findingPostingDay(body.bill_date, today),
  ]);
  const lines = withOrderedAccounts(order, body.lines);
  await ensureLineAccounts(ctx.tx, lines);
  const matched = matchBill(await withBilledCodes(ctx.tx, order, body), receipts, lines, recoversVat);
  await ensureBilledVat(ctx.tx, order, matched, body);
  const difference = sum(
    // Services are not posted when received, so their variance is their whole net.
    matched
      .flatMap(line => line.cleared)
      .map(part => toPence(part.isStock ? costOf(part) - receivedCostOf(part) : part.net - part.received)),
  );
  ensureVarianceAccepted(
    sum(matched.map(line => toPence(line.net - line.receivedNet))),
    body.accept_difference,
  );

  const { on, reason } = allowPostingDay(ctx, body.bill_date, day, {
    field: 'bill_date',
    reason: body.date_reason,
    receivedOn: lastDayOf(matched.flatMap(line => line.cleared.map(part => part.receivedOn))),
  });

  const bill: NewBill = {
    kind: 'goods',
    supplier,
    supplierName: order.supplier_name,
    supplierBillNumber: body.supplier_bill_number,
    orderId: id,
    orderNumber: order.po_number,
    billDate: body.bill_date,
    dueOn: body.due_on ?? addDays(body.bill_date, order.terms_days),
    difference,
    recoversVat,
    postedOn: on,
    dateReason: reason,
    lines: matched,
  };
  const stored = await insertBill(ctx, bill);
  await storeReceivedLines(ctx.tx, receipts);
  await storeCleared(ctx.tx, stored.id, matched);
  await addBilled(ctx, id, matched);
  await postMatched(ctx, bill, stored, matched);
  const approvalFacts = await ensureOwedIsApproved(ctx, order, stored, matched);
  recordAudit(ctx, {
    action: 'billed',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: {
      bill: stored.number,
      supplier_bill_number: body.supplier_bill_number,
      gross_pence: stored.gross,
      difference_pence: difference,
      ...approvalFacts,
    },
  });
  return getOrder(ctx.tx, id, ctx);
}

/** Clears the accrual; late costs go to the stock on hand and to variance (rule I11). */
async function postMatched(
  ctx: WriteContext,
  bill: NewBill,
  stored: StoredBill,
  matched: readonly MatchedLine[],
): Promise<void> {
  const document = { type: 'supplier_bill', id: stored.id, number: stored.number };
  const { toStock, toVariance } = await spreadLateCost(
    ctx,
    { businessDate: bill.postedOn, kind: 'price_difference', document },
    lateCostsOf(matched),
  );
  const goods = matched.flatMap(line => line.cleared.filter(part => part.isStock));
  await postBill(ctx, {
    bill,
    stored,
    debits: [
      debit(systemAccounts.goodsReceivedNotInvoiced, sum(goods.map(receivedCostOf))),
      debit(systemAccounts.inventory, toStock),
      debit(systemAccounts.purchasePriceVariance, toVariance),
      // What never went into stock becomes a cost when it is billed.
      ...matched.map(line =>
        debit(
          line.account ?? systemAccounts.costOfGoodsSold,
          sum(line.cleared.filter(part => !part.isStock).map(costOf)),
        ),
      ),
      debit(systemAccounts.inputVat, sum(matched.map(line => line.vatRecovered))),
    ],
  });
}

/** The variance between the bill and the receipts, receipt by receipt (rule I11). */
const lateCostsOf = (matched: readonly MatchedLine[]): LateCost[] =>
  matched
    .flatMap(({ productId, cleared }) =>
      productId === null ? [] : cleared.filter(part => part.isStock).map(part => ({ productId, part })),
    )
    .map(({ productId, part }, index) => ({
      productId,
      receiptLineId: part.receiptLineId,
      line: index + 1,
      quantity: part.stock,
      amount: toPence(costOf(part) - receivedCostOf(part)),
    }));

async function addBilled(ctx: WriteContext, orderId: number, matched: readonly MatchedLine[]): Promise<void> {
  const rows = matched.map(line => ({ id: line.orderLineId, quantity: textFromQuantity(line.quantity) }));
  await sql`${unawaitedStatement}
    update purchase_order_lines l set billed = l.billed + row.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, quantity numeric) where l.id = row.id`.execute(
    ctx.tx,
  );
  await sql`${unawaitedStatement}
    update purchase_orders set version = version + 1, updated_at = ${ctx.now} where id = ${orderId}`.execute(
    ctx.tx,
  );
}
