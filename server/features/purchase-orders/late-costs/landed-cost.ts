import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { addDays, londonDate } from '#domain/kernel/dates';
import { allocate as share } from '#domain/kernel/line-amounts';
import { type Pence, toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { canBill } from '#domain/purchase-orders/purchase-order.rules';
import { recordAudit } from '../../../kernel/audit';
import { ensurePostingDay } from '../../../kernel/books-day';
import { isVatRegisteredOn } from '../../../kernel/company';
import { debit, systemAccounts } from '../../../kernel/ledger';
import type { LockedParty } from '../../../kernel/parties';
import type { Tx } from '../../../platform/database/open-database';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { ensure, invalid } from '../../../platform/http/refusal';
import { vatRatesOn } from '../../products';
import { ensureBillDate, lastDayOf } from '../bills/bill-dates';
import { ensureBillWithinLimit } from '../bills/bill-limit';
import { ensurePrintedVatOf } from '../bills/ensure-printed-vat';
import { lockSupplierForDocument } from '../bills/lock-supplier-for-document';
import { getOrder } from '../orders/get-order';
import { insertBill, lockToBill, type NewBill, postBill } from '../bills/post-bill';
import { spreadLateCost } from '../bills/price-difference';
import { findReceivedLines } from '../receipts/received-lines';
import { lockOrder, stateOf, type StoredOrder } from '../orders/stored-order';

type LandedCost = BodyOf<typeof purchases.landedCost>;

/**
 * Spreads landed cost over the lines of a receipt by value or by quantity, no penny lost (rules I2, M6). The
 * carrier's bill is posted; goods already sold bear their share as variance (rule I11).
 */
export async function addLandedCost(ctx: WriteContext, id: number, body: LandedCost): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canBill(stateOf(order)));
  const today = londonDate(ctx.now);
  ensureBillDate(body, today);
  const supplier = await lockSupplierForDocument(ctx.tx, body.supplier_id);
  const approved = await ensureBillWithinLimit(ctx, toPence(body.net + body.vat));
  const carrier = {
    ...supplier,
    ledger: await lockToBill(ctx, supplier.id, body.supplier_bill_number),
  };
  const lines = await findBearingLines(ctx.tx, id, body.receipt_id);
  const { on, reason } = await ensurePostingDay(ctx, body.bill_date, {
    field: 'bill_date',
    reason: body.date_reason,
    receivedOn: lastDayOf(lines.map(line => line.received_on)),
  });
  const recoversVat = await isVatRegisteredOn(ctx.tx, body.bill_date);
  const cost = recoversVat ? body.net : toPence(body.net + body.vat);
  const shares = share(cost, weightsOf(lines, body.basis));

  const bill = await carrierBill(ctx, order, carrier, {
    ...body,
    cost,
    recoversVat,
    postedOn: on,
    dateReason: reason,
  });
  const stored = await insertBill(ctx, bill);
  const document = { type: 'supplier_bill', id: stored.id, number: stored.number };
  const { toStock, toVariance } = await spreadLateCost(
    ctx,
    { businessDate: on, kind: 'landed_cost', document },
    lines.flatMap((line, index) => {
      const amount = shares[index];
      if (line.product_id === null || amount === undefined) return [];
      return [
        {
          productId: line.product_id,
          receiptLineId: line.id,
          line: index + 1,
          quantity: toQuantity(line.stock_quantity),
          amount,
        },
      ];
    }),
  );
  await postBill(ctx, {
    bill,
    stored,
    debits: [
      debit(systemAccounts.inventory, toStock),
      debit(systemAccounts.purchasePriceVariance, toVariance),
      debit(systemAccounts.inputVat, toPence(stored.gross - cost)),
    ],
  });
  recordAudit(ctx, {
    action: 'landed_cost_added',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: {
      bill: stored.number,
      carrier: carrier.name,
      net_pence: body.net,
      basis: body.basis,
      ...approved,
    },
  });
  return getOrder(ctx.tx, id, ctx);
}

/** The goods of a receipt that bear its cost. */
async function findBearingLines(tx: Tx, orderId: number, receiptId: number) {
  await ensureNotReversed(tx, orderId, receiptId);
  const lines = (await findReceivedLines(tx, orderId, receiptId)).filter(line => line.is_stock);
  if (lines.length === 0)
    throw invalid({ receipt_id: 'Choose a receipt on this order with goods kept in stock.' });
  return lines;
}

/** Free goods have no value to spread by, so the cost is spread by quantity. */
function weightsOf(
  lines: Awaited<ReturnType<typeof findReceivedLines>>,
  basis: LandedCost['basis'],
): readonly number[] {
  const quantities = lines.map(line => line.stock_quantity);
  const values = lines.map(line => line.value);
  return basis === 'value' && values.some(value => value > 0) ? values : quantities;
}

/** The goods of a reversed receipt never arrived, so they bear no cost (rules I2, A13). The caller has locked the order. */
async function ensureNotReversed(tx: Tx, orderId: number, receiptId: number): Promise<void> {
  const { rows } = await sql<{ number: string; reversed_by: string }>`${preparedStatement}
    select g.number, r.number as reversed_by
    from goods_received_notes g join supplier_returns r on r.reverses_receipt_id = g.id
    where g.id = ${receiptId} and g.purchase_order_id = ${orderId}`.execute(tx);
  const [reversed] = rows;
  if (reversed)
    throw invalid({
      receipt_id: `${reversed.number} was reversed by ${reversed.reversed_by}, so it cannot bear landed cost. Choose another receipt, or receive the goods first.`,
    });
}

type Carrier = {
  readonly ledger: LockedParty<'supplier'>;
  readonly name: string;
  readonly payment_terms_days: number;
};

/** The carrier's bill: one line, with VAT as printed. */
async function carrierBill(
  ctx: WriteContext,
  order: StoredOrder,
  carrier: Carrier,
  body: LandedCost & { cost: Pence } & Pick<NewBill, 'recoversVat' | 'postedOn' | 'dateReason'>,
): Promise<NewBill> {
  const rateOf = await vatRatesOn(ctx.tx, body.bill_date);
  ensurePrintedVatOf(body, rateOf);
  return {
    kind: 'landed_cost',
    supplier: carrier.ledger,
    supplierName: carrier.name,
    supplierBillNumber: body.supplier_bill_number,
    orderId: order.id,
    orderNumber: order.po_number,
    billDate: body.bill_date,
    dueOn: body.due_on ?? addDays(body.bill_date, carrier.payment_terms_days),
    difference: body.cost,
    recoversVat: body.recoversVat,
    postedOn: body.postedOn,
    dateReason: body.dateReason,
    lines: [
      {
        orderLineId: null,
        description: `Landed cost of ${order.po_number}`,
        quantity: null,
        net: body.net,
        vat: body.vat,
        vatCode: body.vat_code,
        vatRate: rateOf(body.vat_code),
      },
    ],
  };
}
