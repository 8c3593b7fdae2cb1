import { sql } from 'kysely';
import { toQuantity } from '#domain/kernel/quantity';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import {
  canCancel,
  canCloseShort,
  canReopen,
  revisionNeedsApproval,
} from '#domain/purchase-orders/purchase-order.rules';
import { orderLineAmounts, orderTotals } from '#domain/purchase-orders/purchase-order.totals';
import { recordAudit } from '../../../kernel/audit';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { ensure } from '../../../platform/http/refusal';
import { getOrder } from './get-order';
import { approveUpTo } from './order-approvals';
import { findPurchasingSettings } from '../purchasing-settings';
import { recalculateOrder } from './recalculate-order';
import { lockOrder, stateOf, type StoredOrder, termsOf } from './stored-order';
import { dropRevisionOf } from './waiting-revision';

/** Closes every line with an outstanding quantity. */
export async function closeOpenLines(tx: Tx, id: number): Promise<void> {
  await sql`update purchase_order_lines set is_closed = true where purchase_order_id = ${id} and received < quantity`.execute(
    tx,
  );
}

/** Closes an order short: its total drops to what was received (rules P1, P2). */
export async function closeOrderShort(ctx: WriteContext, id: number, reason: string): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canCloseShort(stateOf(order)));
  await closeOpenLines(ctx.tx, id);
  await recalculateOrder(ctx, id);
  recordAudit(ctx, {
    action: 'closed_short',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: { reason },
  });
  return getOrder(ctx.tx, id, ctx);
}

/**
 * Reopens the quantities that were closed short. Where that brings the total above the limit and what was approved, it is
 * an approval by another person than the order's author (rule P15).
 */
export async function reopenOrder(ctx: WriteContext, id: number, reason: string): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canReopen(stateOf(order)));
  const total = reopenedTotal(order);
  const needsApproval = revisionNeedsApproval(stateOf(order), total, await findPurchasingSettings(ctx.tx));
  const approvalFacts = needsApproval ? await approveUpTo(ctx, order, total) : {};
  await sql`update purchase_order_lines set is_closed = false where purchase_order_id = ${id}`.execute(
    ctx.tx,
  );
  await recalculateOrder(ctx, id);
  recordAudit(ctx, {
    action: 'reopened',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: { total_pence: order.total },
    after: { reason, total_pence: total, ...approvalFacts },
  });
  return getOrder(ctx.tx, id, ctx);
}

/** The total with every line open again (rule P1). */
const reopenedTotal = (order: StoredOrder) =>
  orderTotals(
    order.lines.map(line =>
      orderLineAmounts(termsOf(line), toQuantity(Math.max(line.quantity, line.received))),
    ),
  ).gross;

/** Cancels an order with nothing received (rule P2). A deposit stays as credit with the supplier (rule P14). */
export async function cancelOrder(ctx: WriteContext, id: number, reason: string): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canCancel(stateOf(order)));
  await sql`
    update purchase_orders set status = 'cancelled', cancel_reason = ${reason}, approval_asked_by = null, approval_asked_at = null, version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  await dropRevisionOf(ctx, order, 'cancelled');
  await releasePayments(ctx.tx, id);
  recordAudit(ctx, {
    action: 'cancelled',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: { status: order.status },
    after: {
      status: 'cancelled',
      reason,
      ...(order.paid > 0 ? { credit_on_account_pence: order.paid } : {}),
    },
  });
  return getOrder(ctx.tx, id, ctx);
}

/** Payments for a cancelled order lose their allocation to it and stay on account with the supplier. */
const releasePayments = (tx: Tx, orderId: number) =>
  sql`delete from payment_allocations where purchase_order_id = ${orderId}`.execute(tx);
