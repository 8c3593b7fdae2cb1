import { sql } from 'kysely';
import type { Approver } from '#domain/approvals/approval.rules';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import {
  approvesOwn,
  canApprove,
  canAskForApproval,
  canRejectApproval,
  enteredForApproval,
  type OrderState,
} from '#domain/purchase-orders/purchase-order.rules';
import { hasSecondApprover, recordApproval } from '../../../kernel/approvals';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { ensureUnchanged } from '../../../platform/http/ensure-current';
import { ensure, forbidden } from '../../../platform/http/refusal';
import { getOrder } from './get-order';
import { notifyApprovers, notifyRequester } from './order-approvals';
import { findPurchasingSettings } from '../purchasing-settings';
import { requesterOf, lockOrder, stateOf } from './stored-order';
import { applyWaitingRevision, dropWaitingRevision } from './waiting-revision';

/**
 * Approves a draft above the limit, or applies a revision above the approved amount (rule P15). 409 when the
 * order changed since it was read.
 */
export async function approveOrder(
  ctx: WriteContext,
  id: number,
  { version }: BodyOf<typeof purchases.approve>,
): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  const state = stateOf(order);
  const approver = await approverOf(ctx, state);
  ensure(canApprove(state, await findPurchasingSettings(ctx.tx), approver));
  ensureUnchanged({ id, version: order.version }, version, 'Purchase order');
  const upTo = state.waiting?.total ?? state.total;
  const approvalFacts = await recordApproval(ctx, {
    type: 'purchase_order',
    id,
    revision: order.revision + (state.waiting ? 1 : 0),
    party: order.supplier_id,
    upTo,
    by: ctx.actor.id,
    isOwn: approvesOwn(state, approver),
  });
  recordAudit(ctx, {
    action: state.waiting ? 'revision_approved' : 'approved',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: { total_pence: upTo, ...approvalFacts },
  });
  if (state.waiting) await applyWaitingRevision(ctx, order);
  else
    await sql`
      update purchase_orders set approved_by = ${ctx.actor.id}, approved_at = ${ctx.now}, approval_asked_by = null,
        approval_asked_at = null, version = version + 1, updated_at = ${ctx.now}
      where id = ${id}`.execute(ctx.tx);
  await notifyRequester(ctx, order, 'approved.');
  return getOrder(ctx.tx, id, ctx);
}

/** Requests approval of a draft above the limit. */
export async function askForApproval(ctx: WriteContext, id: number): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canAskForApproval(stateOf(order), await findPurchasingSettings(ctx.tx)));
  await sql`
    update purchase_orders set approval_asked_by = ${ctx.actor.id}, approval_asked_at = ${ctx.now}, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'approval_asked',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: { total_pence: order.total },
  });
  await notifyApprovers(ctx, order, {
    words: `${ctx.actor.name} asks you to approve ${order.po_number} to ${order.supplier_name}, ${formatPounds(order.total)}.`,
    enteredBy: stateOf(order).enteredBy,
  });
  return getOrder(ctx.tx, id, ctx);
}

/** Rejects what is waiting for approval, or withdraws one's own request. The order stays as last approved. */
export async function rejectApproval(
  ctx: WriteContext,
  id: number,
  { reason, version }: BodyOf<typeof purchases.rejectApproval>,
): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canRejectApproval(stateOf(order)));
  const isRequester = requesterOf(order) === ctx.actor.id;
  if (!isRequester && !passesRecordRule('othersRequests', ctx.actor))
    throw forbidden(
      'Only the person who asked, or someone who can approve orders, can withdraw the request.',
    );
  ensureUnchanged({ id, version: order.version }, version, 'Purchase order');
  if (order.waiting) await dropWaitingRevision(ctx.tx, id);
  await sql`
    update purchase_orders set approval_asked_by = null, approval_asked_at = null, version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: isRequester ? 'approval_withdrawn' : 'approval_rejected',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: { total_pence: order.waiting?.total ?? order.total },
    after: { reason },
  });
  if (!isRequester) await notifyRequester(ctx, order, `rejected: ${reason}`);
  return getOrder(ctx.tx, id, ctx);
}

const approverOf = async (ctx: WriteContext, state: OrderState): Promise<Approver> => ({
  id: ctx.actor.id,
  hasSecond: await hasSecondApprover(ctx.tx, 'approve_purchaseorder', enteredForApproval(state)),
});
