import { sql } from 'kysely';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import {
  type OrderDetail,
  type OrderWrite,
  purchases,
} from '#domain/purchase-orders/purchase-order.contract';
import { canEdit, statusAfterReceipt } from '#domain/purchase-orders/purchase-order.rules';
import { orderLineAmounts, orderTotals } from '#domain/purchase-orders/purchase-order.totals';
import { formatQuantity } from '#domain/kernel/quantity';
import { recordAudit } from '../../kernel/audit';
import { nextNumber } from '../../kernel/documents';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { getOrder } from './get-order';
import { insertLines, lineColumns, type PreparedLine, prepareLines, updateLines } from './order-lines';
import { lockOrder, stateOf, type StoredOrder, termsOf } from './stored-order';

/** Adds an order as a draft. 422 when the supplier or a product is not there. */
export async function createOrder(ctx: WriteContext, body: OrderWrite): Promise<OrderDetail> {
  const orderDate = body.order_date ?? londonDate(ctx.now);
  await ensureSupplier(ctx.tx, body.supplier_id);
  ensureDates(orderDate, body.expected_delivery_date);
  const lines = await prepareLines(ctx.tx, body.lines, { supplierId: body.supplier_id, orderDate });
  const totals = orderTotals(lines.map(line => line.amounts));
  const number = await nextNumber(ctx.tx, 'PO');
  const { id } = await ctx.tx
    .insertInto('purchase_orders')
    .values({
      po_number: number,
      supplier_id: body.supplier_id,
      order_date: orderDate,
      expected_delivery_date: body.expected_delivery_date ?? null,
      reference: body.reference ?? null,
      notes: body.notes ?? null,
      net_pence: totals.net,
      vat_pence: totals.vat,
      total_pence: totals.gross,
      created_by: ctx.actor.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLines(
    ctx.tx,
    id,
    lines.map((line, index) => lineColumns({ ...line, id: undefined }, index + 1)),
  );
  recordAudit(ctx, {
    action: 'created',
    recordType: 'purchase_order',
    recordId: id,
    recordName: number,
    after: { supplier_id: body.supplier_id, total_pence: totals.gross, lines: lines.length },
  });
  return getOrder(ctx.tx, id, ctx);
}

/**
 * Changes a draft, or revises an order that was sent: then what was received stays a floor under each line, the
 * lines as they were are kept, and a total that rises needs approval anew. 409 when somebody else changed it.
 */
export async function editOrder(
  ctx: WriteContext,
  id: number,
  body: OrderWrite & {
    readonly version?: number | undefined;
    readonly revision_reason?: string | null | undefined;
  },
): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  if (body.version !== undefined && body.version !== order.version)
    ensureCurrent(
      z.encode(purchases.update.reply, await getOrder(ctx.tx, id, ctx)),
      body.version,
      'Purchase order',
    );
  ensure(canEdit(stateOf(order)));
  const isDraft = order.status === 'draft';
  if (!isDraft && body.supplier_id !== order.supplier_id)
    throw invalid({
      supplier_id: 'An order that was sent stays with its supplier. Cancel it and write another one.',
    });
  if (isDraft) await ensureSupplier(ctx.tx, body.supplier_id);
  const orderDate = body.order_date ?? order.order_date;
  ensureDates(orderDate, body.expected_delivery_date);
  const lines = await prepareLines(ctx.tx, body.lines, { supplierId: body.supplier_id, orderDate });
  ensureNotBelowReceived(order, lines);
  const after = await writeLines(ctx.tx, order, lines);
  if (!isDraft) await keepRevision(ctx, order, after.gross, body.revision_reason ?? null);
  const status = isDraft ? 'draft' : await statusNow(ctx.tx, id);
  await sql`
    update purchase_orders set supplier_id = ${body.supplier_id}, order_date = ${orderDate},
      expected_delivery_date = ${body.expected_delivery_date ?? null}, reference = ${body.reference ?? null},
      notes = ${body.notes ?? null}, net_pence = ${after.net}, vat_pence = ${after.vat}, total_pence = ${after.gross},
      status = ${status}, revision = revision + ${isDraft ? 0 : 1}, version = version + 1, updated_at = ${ctx.now},
      approved_by = case when ${after.gross > order.total}::boolean and status = 'draft' then null else approved_by end
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: isDraft ? 'edited' : 'revised',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: {
      total_pence: order.total,
      lines: order.lines.length,
      expected_delivery_date: order.expected_delivery_date,
    },
    after: {
      total_pence: after.gross,
      lines: lines.length,
      expected_delivery_date: body.expected_delivery_date ?? null,
      reason: body.revision_reason ?? null,
    },
  });
  return getOrder(ctx.tx, id, ctx);
}

async function ensureSupplier(tx: Tx, id: number): Promise<void> {
  const row = await tx
    .selectFrom('suppliers')
    .select(['name', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!row) throw invalid({ supplier_id: 'This supplier is not there any more. Choose another one.' });
  if (row.status !== 'active')
    throw invalid({ supplier_id: `${row.name} is inactive. Set it to active before you order from it.` });
}

function ensureDates(orderDate: string, expected: string | null | undefined): void {
  if (expected && expected < orderDate)
    throw invalid({ expected_delivery_date: 'The expected delivery is on or after the day of the order.' });
}

/** What has come cannot be ordered away (features 5.1): each such line stays, at what was received or more. */
function ensureNotBelowReceived(order: StoredOrder, lines: readonly PreparedLine[]): void {
  const kept = new Map(lines.map((line, index) => [line.id, { line, index }]));
  if (lines.some(line => line.id !== undefined && !order.lines.some(old => old.id === line.id)))
    throw invalid({ lines: 'A line belongs to another order. Load the order again.' });
  for (const old of order.lines) {
    if (old.received === 0 && old.billed === 0) continue;
    const now = kept.get(old.id);
    if (!now) throw conflict(`${old.description} has been received, so its line stays. Return it instead.`);
    const at = (field: string) => `lines.${now.index}.${field}`;
    if (now.line.quantity < old.received)
      throw invalid({
        [at('quantity')]: `${formatQuantity(old.received)} have been received, so no less can be ordered.`,
      });
    if (now.line.product_id !== (old.product?.id ?? null) || now.line.factor !== old.factor)
      throw invalid({
        [at('product_id')]: 'Goods of this line have been received, so its product and unit stay.',
      });
  }
}

/** Writes the lines as they are now: gone, changed and new ones; answers the order's totals. */
async function writeLines(tx: Tx, order: StoredOrder, lines: readonly PreparedLine[]) {
  const before = new Map(order.lines.map(line => [line.id, line]));
  const keptIds = lines.flatMap(line => (line.id === undefined ? [] : [line.id]));
  await sql`delete from purchase_order_lines where purchase_order_id = ${order.id} and id <> all(${keptIds}::bigint[])`.execute(
    tx,
  );
  const effective = lines.map(line => {
    const old = line.id === undefined ? undefined : before.get(line.id);
    if (!old?.is_closed) return line;
    // Closed short, it counts what came (rule P1).
    const terms = { ...termsOf(old), quantity: line.quantity, unitPrice: old.unit_price };
    return { ...line, amounts: orderLineAmounts(terms, old.received) };
  });
  const numbered = effective.map((line, index) => ({ line, row: lineColumns(line, index + 1) }));
  const changed = numbered.filter(({ line }) => line.id !== undefined);
  await updateLines(
    tx,
    order.id,
    changed.map(({ line, row }) => ({
      ...row,
      received_net_pence: receivedNet(before.get(line.id ?? 0), line),
    })),
  );
  await insertLines(
    tx,
    order.id,
    numbered.filter(({ line }) => line.id === undefined).map(({ row }) => row),
  );
  return orderTotals(effective.map(line => line.amounts));
}

/** Under new terms, what was received counts as that much of the new net; under the same ones it stays. */
function receivedNet(old: StoredOrder['lines'][number] | undefined, line: PreparedLine): number {
  if (!old || old.received === 0) return 0;
  const isSame =
    old.quantity === line.quantity &&
    old.unit_price === line.unit_price_pence &&
    old.discount_hundredths === line.discount_hundredths &&
    old.discount_pence === line.discount_pence;
  if (isSame) return old.received_net;
  const discount =
    line.discount_hundredths !== null
      ? ({ kind: 'percent', hundredths: line.discount_hundredths } as const)
      : line.discount_pence === null
        ? null
        : ({ kind: 'amount', pence: line.discount_pence as typeof old.net } as const);
  const terms = {
    quantity: line.quantity,
    unitPrice: line.unit_price_pence as typeof old.net,
    discount,
    rate: line.vat_rate,
  };
  return orderLineAmounts(terms, old.received).net;
}

async function keepRevision(
  ctx: WriteContext,
  order: StoredOrder,
  totalAfter: number,
  reason: string | null,
): Promise<void> {
  await sql`
    insert into purchase_order_revisions (purchase_order_id, revision, reason, total_before_pence, total_after_pence,
      lines_before, changed_by, changed_at)
    values (${order.id}, ${order.revision + 1}, ${reason}, ${order.total}, ${totalAfter}, ${JSON.stringify(order.lines)},
      ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
}

/** The status that follows from the lines as they stand (rule P2). */
export async function statusNow(tx: Tx, orderId: number) {
  const { lines } = await lockOrder(tx, orderId);
  return statusAfterReceipt(
    lines.map(line => ({ quantity: line.quantity, received: line.received, isClosed: line.is_closed })),
  );
}
