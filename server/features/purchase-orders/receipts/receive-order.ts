import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import {
  noQuantity,
  type Quantity,
  textFromQuantity,
  timesFactor,
  toQuantity,
} from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import { vatOn } from '#domain/kernel/vat';
import type { BodyOf } from '#domain/kernel/call';
import { requirePresent } from '#domain/kernel/require-present';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import {
  canReceive,
  canReceiveOf,
  isOverReceipt,
  type PurchasingSettings,
} from '#domain/purchase-orders/purchase-order.rules';
import { orderLineAmounts } from '#domain/purchase-orders/purchase-order.totals';
import { recordAudit } from '../../../kernel/audit';
import { ensuringOpenDay } from '../../../kernel/books-day';
import { type TakenNumber, takingNumberFor } from '../../../kernel/documents';
import { findingVatRegisteredOn } from '../../../kernel/company';
import { credit, debit, postJournalAs, systemAccounts } from '../../../kernel/ledger';
import { ensureWholeUnits, lockingPools, moveLockedStock } from '../../../kernel/stock';
import { unawaitedStatement } from '../../../platform/database/prepared-statement';
import { reservingId } from '../../../platform/database/reserve-ids';
import { askTogether } from '../../../platform/database/send-together';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensure, invalid } from '../../../platform/http/refusal';
import { approveOverReceipt, type OverReceipt, recordOverReceipt } from './approve-over-receipt';
import { closeOpenLines } from '../orders/close-order';
import { getOrder } from '../orders/get-order';
import { findingPurchasingSettings } from '../purchasing-settings';
import { recalculateOrder } from '../orders/recalculate-order';
import { lockOrder, stateOf, type StoredLine, type StoredOrder, termsOf } from '../orders/stored-order';

type Receipt = BodyOf<typeof purchases.receive>;
type ReceivedLine = {
  readonly line: StoredLine;
  readonly quantity: Quantity;
  readonly stock: Quantity;
  /** Excluding VAT. */
  readonly value: Pence;
  /** VAT the company cannot recover, which is part of the cost (rule V2). */
  readonly vatInCost: Pence;
};

/**
 * Receives goods against an order: rules P2, P3, I2; row "GRN" of the table of L. A second request for the
 * same goods finds less outstanding and is refused or receives nothing, unless more than was ordered is accepted: then
 * only its Idempotency-Key tells it from another delivery.
 */
export async function receiveOrder(ctx: WriteContext, id: number, receipt: Receipt): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canReceive(stateOf(order)));
  const requestedLines = receipt.lines ?? outstandingOf(order);
  if (requestedLines.length === 0) throw conflict(`Nothing is outstanding on order ${order.po_number}.`);
  const businessDate = receipt.business_date ?? londonDate(ctx.now);
  const [settings, recoversVat] = await askTogether(ctx.tx, [
    findingPurchasingSettings,
    findingVatRegisteredOn(businessDate),
    ensuringOpenDay(ctx, businessDate, { reason: receipt.date_reason ?? null }),
  ]);
  const { received, over } = takeLines(order, requestedLines, {
    settings,
    recoversVat,
    takesMore: receipt.accept_over_receipt,
  });
  await ensureWholeUnits(ctx.tx, partsOf(received));
  const approved = await approveOverReceipt(ctx, order, { over, received, settings, request: receipt });

  const movements = movementsOf(received);
  // From here on only the order's next state is waited for before the commit (decision 116).
  const [taken, pools, journalId] = await askTogether(ctx.tx, [
    takingNumberFor('goods_received_notes', 'GRN'),
    lockingPools(movements.map(({ productId }) => productId)),
    reservingId('journals'),
  ]);
  const document = { type: 'goods_received_note', ...taken };
  await insertNote(ctx, order, { ...receipt, ...taken, businessDate }, received);
  const moved = await moveLockedStock(ctx, pools, { businessDate, kind: 'receipt', document, movements });
  await postJournalAs(ctx, journalId, {
    businessDate,
    kind: 'goods_received',
    narrative: `Goods received from ${order.supplier_name} on ${order.po_number}`,
    document,
    reason: receipt.date_reason ?? null,
    lines: [
      debit(systemAccounts.inventory, sum(moved.map(({ value }) => value))),
      debit(systemAccounts.costOfGoodsSold, sum(moved.map(({ variance }) => variance))),
      credit(systemAccounts.goodsReceivedNotInvoiced, sum(movements.map(({ value }) => value))),
    ],
  });
  await addReceived(ctx, received);
  if (receipt.close_short) await closeOpenLines(ctx.tx, id);
  await recalculateOrder(ctx, id);
  recordAudit(ctx, {
    action: 'received',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: {
      note: taken.number,
      on: businessDate,
      lines: received.map(({ line, quantity }) => `${textFromQuantity(quantity)} × ${line.description}`),
      closed_short: receipt.close_short,
      ...(await recordOverReceipt(ctx, taken.id, over, approved)),
    },
  });
  return getOrder(ctx.tx, id, ctx);
}

const outstandingOf = (order: StoredOrder) =>
  order.lines
    .filter(line => !line.is_closed && line.received < line.quantity)
    .map(line => ({ line_id: line.id, quantity: toQuantity(line.quantity - line.received) }));

type Taking = {
  readonly settings: PurchasingSettings;
  readonly recoversVat: boolean;
  /** Whether more may arrive than was ordered and is tolerated. */
  readonly takesMore: boolean;
};

/** What arrived of each line, and of which lines it is more than was ordered and is tolerated (rule P3). */
function takeLines(
  order: StoredOrder,
  requested: readonly { readonly line_id: number; readonly quantity: Quantity }[],
  { settings, recoversVat, takesMore }: Taking,
) {
  const rules = new Map(stateOf(order).lines.map(line => [line.id, line]));
  const over: OverReceipt[] = [];
  const received = requested.map(({ line_id, quantity }, index) => {
    const line = order.lines.find(candidate => candidate.id === line_id);
    const rule = rules.get(line_id);
    if (!line || !rule) throw invalid({ [`lines.${index}.line_id`]: 'This line is not part of the order.' });
    if (takesMore && isOverReceipt(rule, quantity, settings)) over.push({ line, quantity });
    else ensure(canReceiveOf(rule, quantity, settings, `lines.${index}.quantity`));
    return receivedLine(line, quantity, { index, recoversVat });
  });
  if (new Set(requested.map(line => line.line_id)).size !== requested.length)
    throw invalid({ lines: 'This line is listed twice. Enter each line once.' });
  return { received, over };
}

/** What arrived of each line. All that is outstanding is received as it was ordered, whatever its unit says now. */
const partsOf = (received: readonly ReceivedLine[]) =>
  received.flatMap(({ line, quantity, stock }, index) =>
    line.product === null || quantity === line.quantity - line.received
      ? []
      : [{ productId: line.product.id, quantity: stock, field: `lines.${index}.quantity` }],
  );

/** The value of the received part of a line: its share of what is left of the line's net (rules I2, M7, V2). */
function receivedLine(
  line: StoredLine,
  quantity: Quantity,
  { index, recoversVat }: { index: number; recoversVat: boolean },
): ReceivedLine {
  const stock = timesFactor(quantity, line.factor);
  if (stock === null)
    throw invalid({
      [`lines.${index}.quantity`]:
        'This quantity does not convert exactly to the stock unit. Enter a different quantity.',
    });
  const ordered = orderLineAmounts(termsOf(line)).net;
  const outstanding = toQuantity(Math.max(0, line.quantity - line.received));
  const within = toQuantity(Math.min(quantity, outstanding));
  const valueWithin =
    within === 0
      ? toPence(0)
      : prorate(toPence(Math.max(0, ordered - line.received_net)), within, outstanding);
  // What is accepted above the order is worth what it adds to the order's total, whose discount in pence is used up (rule P1).
  const before = toQuantity(Math.max(line.quantity, line.received));
  const netOf = (received: Quantity) => orderLineAmounts(termsOf(line), received).net;
  const valueAbove = netOf(toQuantity(before + quantity - within)) - netOf(before);
  const value = toPence(valueWithin + valueAbove);
  return { line, quantity, stock, value, vatInCost: recoversVat ? toPence(0) : vatOn(value, line.vat_rate) };
}

/** What goes into stock, at its cost with the VAT that is not recovered (rules I2, V2). */
const movementsOf = (received: readonly ReceivedLine[]) =>
  received
    .filter(({ line }) => line.is_stock)
    .map(({ line, stock, value, vatInCost }) => ({
      productId: requirePresent(line.product, `The product of line ${line.line_number}`).id,
      line: line.line_number,
      quantity: stock,
      value: toPence(value + vatInCost),
    }));

async function insertNote(
  ctx: WriteContext,
  order: StoredOrder,
  note: Receipt & TakenNumber & { readonly businessDate: string },
  received: readonly ReceivedLine[],
): Promise<void> {
  await sql`${unawaitedStatement}
    insert into goods_received_notes (id, number, purchase_order_id, business_date, delivery_note, notes, value_pence, received_by,
      received_at) overriding system value
    values (${note.id}, ${note.number}, ${order.id}, ${note.businessDate}, ${note.delivery_note ?? null}, ${note.notes ?? null},
      ${sum(received.map(({ value }) => value))}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
  const rows = received.map(({ line, quantity, stock, value, vatInCost }, index) => ({
    line_number: index + 1,
    purchase_order_line_id: line.id,
    product_id: line.product?.id ?? null,
    is_stock: line.is_stock,
    quantity: textFromQuantity(quantity),
    stock_quantity: textFromQuantity(line.is_stock ? stock : noQuantity),
    value_pence: value,
    vat_in_cost_pence: line.is_stock ? vatInCost : 0,
  }));
  await sql`${unawaitedStatement}
    insert into goods_received_lines (goods_received_note_id, line_number, purchase_order_line_id, product_id, is_stock, quantity,
      stock_quantity, value_pence, unbilled_quantity, unbilled_pence, unbilled_vat_in_cost_pence)
    select ${note.id}, line_number, purchase_order_line_id, product_id, is_stock, quantity, stock_quantity, value_pence, quantity,
      value_pence, vat_in_cost_pence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line_number integer, purchase_order_line_id bigint,
      product_id bigint, is_stock boolean, quantity numeric, stock_quantity numeric, value_pence bigint, vat_in_cost_pence bigint)`.execute(
    ctx.tx,
  );
}

/** Adds the received quantity to the lines; anything above the order is recorded as tolerated, approved or not (rule P3). */
async function addReceived(ctx: WriteContext, received: readonly ReceivedLine[]): Promise<void> {
  const rows = received.map(({ line, quantity, value }) => ({
    id: line.id,
    quantity: textFromQuantity(quantity),
    value,
  }));
  await sql`${unawaitedStatement}
    update purchase_order_lines l set received = l.received + row.quantity, received_net_pence = l.received_net_pence + row.value,
      tolerated = greatest(l.tolerated, l.received + row.quantity - l.quantity)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, quantity numeric, value bigint)
    where l.id = row.id`.execute(ctx.tx);
}
