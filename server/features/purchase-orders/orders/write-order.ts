import { sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import type { SplitAmount } from '#domain/kernel/vat';
import type { OrderWrite } from '#domain/purchase-orders/purchase-order.contract';
import { statusAfterReceipt } from '#domain/purchase-orders/purchase-order.rules';
import {
  orderLineAmounts,
  type OrderLineTerms,
  orderTotals,
} from '#domain/purchase-orders/purchase-order.totals';
import { recordAudit } from '../../../kernel/audit';
import { ensureNotFarAhead } from '../../../kernel/books-day';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, invalid } from '../../../platform/http/refusal';
import { insertLines, lineColumns, type PreparedLine, prepareLines, updateLines } from './order-lines';
import { lockOrder, type StoredOrder, termsOf } from './stored-order';

type PreparedOrder = {
  readonly orderDate: CalendarDate;
  readonly lines: readonly PreparedLine[];
  readonly totals: SplitAmount;
};

type Written = {
  readonly body: OrderWrite;
  readonly reason: string | null;
  /** The author, whoever approves it. */
  readonly changedBy: number;
  /** Others who entered the revision while it waited for approval. */
  readonly besides?: readonly number[];
};

/** Revises a sent order and keeps its previous lines. Returns the new total. The caller has locked it. */
export async function writeRevision(
  ctx: WriteContext,
  order: StoredOrder,
  { body, reason, changedBy, besides = [] }: Written,
): Promise<Pence> {
  const prepared = await prepareOrder(ctx, order, body);
  const { totals, orderDate } = prepared;
  await writeLines(ctx.tx, order, prepared);
  await storeRevision(ctx, order, totals.gross, { reason, changedBy });
  await writeHeader(ctx, order, { body, orderDate, totals, changedBy, besides });
  noteEdit(ctx, order, { action: 'revised', body, total: totals.gross, reason });
  return totals.gross;
}

type Head = Pick<Written, 'body' | 'changedBy' | 'besides'> & Pick<PreparedOrder, 'orderDate' | 'totals'>;

/** Updates the order's header, with totals from its current lines. */
export async function writeHeader(
  ctx: WriteContext,
  order: StoredOrder,
  { body, orderDate, totals, changedBy, besides = [] }: Head,
): Promise<void> {
  const isDraft = order.status === 'draft';
  const status = isDraft ? 'draft' : await statusNow(ctx.tx, order.id);
  const editors = [...new Set([...order.editors, ...besides, changedBy])];
  await sql`
    update purchase_orders set supplier_id = ${body.supplier_id}, order_date = ${orderDate},
      expected_delivery_date = ${body.expected_delivery_date ?? null}, reference = ${body.reference ?? null},
      notes = ${body.notes ?? null}, net_pence = ${totals.net}, vat_pence = ${totals.vat}, total_pence = ${totals.gross},
      status = ${status}, revision = revision + ${isDraft ? 0 : 1}, changed_by = ${changedBy}, editors = ${editors}::bigint[],
      version = version + 1,
      updated_at = ${ctx.now}
    where id = ${order.id}`.execute(ctx.tx);
}

type Noted = {
  readonly action: 'edited' | 'revised';
  readonly body: OrderWrite;
  readonly total: Pence;
  readonly reason: string | null;
};

export const noteEdit = (
  ctx: WriteContext,
  order: StoredOrder,
  { action, body, total, reason }: Noted,
): void =>
  recordAudit(ctx, {
    action,
    recordType: 'purchase_order',
    recordId: order.id,
    recordName: order.po_number,
    before: {
      total_pence: order.total,
      lines: order.lines.length,
      expected_delivery_date: order.expected_delivery_date,
    },
    after: {
      total_pence: total,
      lines: body.lines.length,
      expected_delivery_date: body.expected_delivery_date ?? null,
      reason,
    },
  });

export function ensureDates(
  now: Date,
  orderDate: CalendarDate,
  expected: CalendarDate | null | undefined,
): void {
  ensureNotFarAhead('dated', londonDate(now), { order_date: orderDate });
  if (expected && expected < orderDate)
    throw invalid({ expected_delivery_date: 'The expected delivery date cannot be before the order date.' });
}

/** A line sent twice with the same id would count twice and be stored once (A6). */
function ensureOwnLines(order: StoredOrder, lines: readonly PreparedLine[]): void {
  const seen = new Set<number>();
  for (const [index, { id }] of lines.entries()) {
    if (id === undefined) continue;
    if (!order.lines.some(old => old.id === id))
      throw invalid({ [`lines.${index}.id`]: 'A line belongs to another order. Reload the page.' });
    if (seen.has(id))
      throw invalid({ [`lines.${index}.id`]: 'A line is listed twice. Enter each line once.' });
    seen.add(id);
  }
}

/** The lines that goods receipts name, also where all of their goods were returned or the receipt was reversed. */
async function findLinesOfReceipts(tx: Tx, order: StoredOrder): Promise<ReadonlySet<number>> {
  if (order.status === 'draft') return new Set();
  const { rows } = await sql<{ id: number }>`
    select distinct r.purchase_order_line_id as id
    from goods_received_lines r join purchase_order_lines l on l.id = r.purchase_order_line_id
    where l.purchase_order_id = ${order.id}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Received goods cannot be removed from the order (features 5.1): such a line stays, at the quantity received
 * or more. Billed goods keep the VAT code that their return takes out of the boxes again (rules V1, V24). A line that a
 * receipt names stays what it was, whatever became of its goods: the receipt reads it (rule K5).
 */
function ensureNotBelowReceived(
  order: StoredOrder,
  lines: readonly PreparedLine[],
  ofReceipts: ReadonlySet<number>,
): void {
  const existing = new Map(lines.map((line, index) => [line.id, { line, index }]));
  for (const old of order.lines) {
    const isHere = old.received > 0 || old.billed > 0;
    if (!isHere && !ofReceipts.has(old.id)) continue;
    const now = existing.get(old.id);
    if (!now)
      throw conflict(
        isHere
          ? `${old.description} has been received, so its line cannot be removed. Return the goods instead.`
          : `${old.description} was received on this order and then reversed or returned, so its line must stay. Close the order short instead.`,
      );
    const at = (field: string) => `lines.${now.index}.${field}`;
    // What was received above the order, within the tolerance, needs no higher quantity (rule P3).
    const least = Math.min(old.quantity, old.received);
    if (now.line.quantity < least)
      throw invalid({
        [at('quantity')]:
          `${formatQuantity(old.received)} have been received, so you cannot order fewer${least < old.received ? ` than ${formatQuantity(least)}` : ''}.`,
      });
    if (now.line.product_id !== (old.product?.id ?? null) || now.line.factor !== old.factor)
      throw invalid({
        [at('product_id')]: isHere
          ? 'Goods on this line have been received, so its product and unit cannot change.'
          : 'Goods on this line were received and then reversed or returned, so its product and unit cannot change. Add another line instead.',
      });
    if (old.billed > 0 && now.line.vat_code !== old.vat_code)
      throw invalid({
        [at('vat_code')]:
          `Goods on this line have been billed with VAT code ${old.vat_code}, so the code cannot change. Add another line for goods with another code.`,
      });
  }
}

/**
 * A line closed short counts what was received (rule P1), so a change of its terms would be approved for nothing and come
 * into force once the order is reopened (rule P15).
 */
function ensureClosedLinesStay(order: StoredOrder, lines: readonly PreparedLine[]): void {
  const closed = new Map(order.lines.filter(line => line.is_closed).map(line => [line.id, line]));
  for (const [index, line] of lines.entries()) {
    const old = line.id === undefined ? undefined : closed.get(line.id);
    if (!old) continue;
    const changed =
      (line.quantity !== old.quantity && 'quantity') ||
      (line.unit_price !== old.unit_price && 'unit_price') ||
      (line.discount_hundredths !== old.discount_hundredths && 'discount_percent') ||
      (line.discount_pence !== old.discount_pence && 'discount_amount') ||
      (line.vat_code !== old.vat_code && 'vat_code');
    if (changed)
      throw invalid({
        [`lines.${index}.${changed}`]: `${old.description} is closed short. Reopen the order before you change this.`,
      });
  }
}

/** The order as it would be saved: lines filled in, totals by effective quantity (rule P1). Writes nothing. */
export async function prepareOrder(
  { tx, now }: WriteContext,
  order: StoredOrder,
  body: OrderWrite,
): Promise<PreparedOrder> {
  const orderDate = body.order_date ?? order.order_date;
  ensureDates(now, orderDate, body.expected_delivery_date);
  const prepared = await prepareLines(tx, body.lines, {
    supplierId: body.supplier_id,
    orderDate,
    before: order,
  });
  ensureOwnLines(order, prepared);
  ensureNotBelowReceived(order, prepared, await findLinesOfReceipts(tx, order));
  ensureClosedLinesStay(order, prepared);
  const before = new Map(order.lines.map(line => [line.id, line]));
  const lines = prepared.map(line => {
    const old = line.id === undefined ? undefined : before.get(line.id);
    // A line closed short, or received above the order, counts what was received (rule P1).
    if (!old || !(old.is_closed || old.received > line.quantity)) return line;
    const terms = old.is_closed
      ? { ...termsOf(old), quantity: line.quantity, unitPrice: old.unit_price }
      : newTermsOf(line);
    return { ...line, amounts: orderLineAmounts(terms, old.received) };
  });
  return { orderDate, lines, totals: orderTotals(lines.map(line => line.amounts)) };
}

/** Writes the lines: deletes, updates and inserts. */
export async function writeLines(tx: Tx, order: StoredOrder, { lines }: PreparedOrder): Promise<void> {
  const before = new Map(order.lines.map(line => [line.id, line]));
  const remainingIds = lines.flatMap(line => (line.id === undefined ? [] : [line.id]));
  await sql`delete from purchase_order_lines where purchase_order_id = ${order.id} and id <> all(${remainingIds}::bigint[])`.execute(
    tx,
  );
  const numbered = lines.map((line, index) => ({ line, row: lineColumns(line, index + 1) }));
  const changed = numbered.filter(({ line }) => line.id !== undefined);
  await updateLines(
    tx,
    order.id,
    changed.map(({ line, row }) => ({
      ...row,
      received_net_pence: receivedNet(line.id === undefined ? undefined : before.get(line.id), line),
    })),
  );
  await insertLines(
    tx,
    order.id,
    numbered.filter(({ line }) => line.id === undefined).map(({ row }) => row),
  );
}

/** Under new terms the received net is recalculated from the new net; otherwise it stays. */
function receivedNet(old: StoredOrder['lines'][number] | undefined, line: PreparedLine): number {
  if (!old || old.received === 0) return 0;
  const isSame =
    old.quantity === line.quantity &&
    old.unit_price === line.unit_price &&
    old.discount_hundredths === line.discount_hundredths &&
    old.discount_pence === line.discount_pence;
  if (isSame) return old.received_net;
  return orderLineAmounts(newTermsOf(line), old.received).net;
}

/** The values that a changed line's amounts are calculated from. */
const newTermsOf = (line: PreparedLine): OrderLineTerms => ({
  quantity: line.quantity,
  unitPrice: line.unit_price,
  discount:
    line.discount_hundredths !== null
      ? { kind: 'percent', hundredths: line.discount_hundredths }
      : line.discount_pence === null
        ? null
        : { kind: 'amount', pence: toPence(line.discount_pence) },
  rate: line.vat_rate,
});

async function storeRevision(
  ctx: WriteContext,
  order: StoredOrder,
  totalAfter: number,
  { reason, changedBy }: Pick<Written, 'reason' | 'changedBy'>,
): Promise<void> {
  await sql`
    insert into purchase_order_revisions (purchase_order_id, revision, reason, total_before_pence, total_after_pence,
      lines_before, changed_by, changed_at)
    values (${order.id}, ${order.revision + 1}, ${reason}, ${order.total}, ${totalAfter}, ${JSON.stringify(order.lines)},
      ${changedBy}, ${ctx.now})`.execute(ctx.tx);
}

/** The status that follows from the lines as they stand (rule P2). */
async function statusNow(tx: Tx, orderId: number) {
  const { lines } = await lockOrder(tx, orderId);
  return statusAfterReceipt(
    lines.map(line => ({ quantity: line.quantity, received: line.received, isClosed: line.is_closed })),
  );
}
