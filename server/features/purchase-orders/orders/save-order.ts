import { sql } from 'kysely';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import {
  type OrderDetail,
  type OrderWrite,
  purchases,
} from '#domain/purchase-orders/purchase-order.contract';
import { canEdit, needsApproval, revisionNeedsApproval } from '#domain/purchase-orders/purchase-order.rules';
import { orderTotals } from '#domain/purchase-orders/purchase-order.totals';
import { recordAudit } from '../../../kernel/audit';
import { nextNumber } from '../../../kernel/documents';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { ensureCurrent } from '../../../platform/http/ensure-current';
import { ensure, invalid } from '../../../platform/http/refusal';
import { getOrder } from './get-order';
import { insertLines, lineColumns, prepareLines } from './order-lines';
import { findPurchasingSettings } from '../purchasing-settings';
import { lockOrder, stateOf, type StoredOrder } from './stored-order';
import { dropWaitingRevision, storeWaitingRevision } from './waiting-revision';
import { ensureDates, noteEdit, prepareOrder, writeHeader, writeLines, writeRevision } from './write-order';

/** Creates a draft order. 422 when the supplier or a product does not exist. */
export async function createOrder(ctx: WriteContext, body: OrderWrite): Promise<OrderDetail> {
  const orderDate = body.order_date ?? londonDate(ctx.now);
  await ensureSupplier(ctx.tx, body.supplier_id);
  ensureDates(ctx.now, orderDate, body.expected_delivery_date);
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
 * Edits a draft or revises a sent order. A revision keeps the previous lines and cannot go below what was
 * received. Above the approved amount it waits for approval and changes nothing until then (rule P15). 409
 * when someone else changed the order.
 */
export async function editOrder(
  ctx: WriteContext,
  id: number,
  {
    version,
    revision_reason = null,
    ...body
  }: OrderWrite & {
    readonly version?: number | undefined;
    readonly revision_reason?: string | null | undefined;
  },
): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  if (version !== undefined && version !== order.version)
    ensureCurrent(
      z.encode(purchases.update.reply, await getOrder(ctx.tx, id, ctx)),
      version,
      'Purchase order',
    );
  ensure(canEdit(stateOf(order)));
  if (order.status === 'draft') await editDraft(ctx, order, body);
  else await reviseOrder(ctx, order, body, revision_reason);
  return getOrder(ctx.tx, id, ctx);
}

/**
 * A draft's approval stands while it covers the total and the supplier; a request ends when approval is no
 * longer needed.
 */
async function editDraft(ctx: WriteContext, order: StoredOrder, body: OrderWrite): Promise<void> {
  await ensureSupplier(ctx.tx, body.supplier_id);
  const prepared = await prepareOrder(ctx, order, body);
  const { totals } = prepared;
  await writeLines(ctx.tx, order, prepared);
  await writeHeader(ctx, order, { body, orderDate: prepared.orderDate, totals, changedBy: ctx.actor.id });
  const isStillAbove = needsApproval(
    { ...stateOf(order), total: totals.gross, supplierId: body.supplier_id },
    await findPurchasingSettings(ctx.tx),
  );
  if (!isStillAbove)
    await sql`update purchase_orders set approval_asked_by = null, approval_asked_at = null where id = ${order.id}`.execute(
      ctx.tx,
    );
  noteEdit(ctx, order, { action: 'edited', body, total: totals.gross, reason: null });
}

async function reviseOrder(
  ctx: WriteContext,
  order: StoredOrder,
  body: OrderWrite,
  reason: string | null,
): Promise<void> {
  if (body.supplier_id !== order.supplier_id)
    throw invalid({
      supplier_id: 'You cannot change the supplier of a sent order. Cancel it and create a new one.',
    });
  const { lines, totals } = await prepareOrder(ctx, order, body);
  // Without lines it would count as completed for ever (rule P2).
  if (body.lines.length === 0)
    throw invalid({ lines: 'A sent order needs at least one line. Cancel the order instead.' });
  if (revisionNeedsApproval(stateOf(order), totals.gross, await findPurchasingSettings(ctx.tx))) {
    await storeWaitingRevision(ctx, order, { body, lines, total: totals.gross, reason });
    return;
  }
  await writeRevision(ctx, order, { body, reason, changedBy: ctx.actor.id });
  await dropWaitingRevision(ctx.tx, order.id);
}

async function ensureSupplier(tx: Tx, id: number): Promise<void> {
  const row = await tx
    .selectFrom('suppliers')
    .select(['name', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!row) throw invalid({ supplier_id: 'This supplier no longer exists. Choose another.' });
  if (row.status !== 'active')
    throw invalid({ supplier_id: `${row.name} is inactive. Set it to active before you order from it.` });
}
