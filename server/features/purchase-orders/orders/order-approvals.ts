import { sql } from 'kysely';
import { canApproveAs, isOwnApproval } from '#domain/approvals/approval.rules';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { hasSecondApprover, notAskedToApprove, recordApproval } from '../../../kernel/approvals';
import { raiseNotifications } from '../../../kernel/notifications';
import type { WriteContext } from '../../../platform/http/context';
import { ensure } from '../../../platform/http/refusal';
import { requesterOf, stateOf, type StoredOrder } from './stored-order';

/**
 * Whether an order is waiting for approval: a draft for which it was requested, or a revision above the approved
 * amount.
 */
export const isWaitingForApproval = sql`(po.approval_asked_at is not null
  or exists (select from purchase_order_waiting_revisions w where w.purchase_order_id = po.id))`;

/**
 * Notifies the users who can approve, so not those who entered it while someone else can (F33). Every request sends a new
 * notification.
 */
export async function notifyApprovers(
  ctx: WriteContext,
  order: StoredOrder,
  { words, enteredBy }: { readonly words: string; readonly enteredBy: readonly number[] },
): Promise<void> {
  const asked = { enteredBy, asker: ctx.actor.id };
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'order_approval',
      key: `${order.id} ${ctx.now.getTime()}`,
      words,
      link: `/purchases/${order.id}`,
      omitted: await notAskedToApprove(ctx.tx, 'approve_purchaseorder', asked),
    },
  ]);
}

/** Notifies the user who asked for approval, or else entered the order, of what someone else decided. */
export async function notifyRequester(ctx: WriteContext, order: StoredOrder, what: string): Promise<void> {
  const person = requesterOf(order) ?? order.created_by;
  if (person === ctx.actor.id) return;
  const subject = order.waiting ? `Your revision of ${order.po_number}` : order.po_number;
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'own_decided_order',
      key: `${person} ${order.id} ${ctx.now.getTime()}`,
      words: `${subject} to ${order.supplier_name}, ${formatPounds(order.waiting?.total ?? order.total)}, was ${what}`,
      link: `/purchases/${order.id}`,
      person,
    },
  ]);
}

/**
 * Approves what raises an order at once, by the user who does it and can approve orders: up to this amount, for this
 * revision (rule P15). 409 for the order's own author, unless no one else could. Returns what the audit log says.
 */
export async function approveUpTo(
  ctx: WriteContext,
  order: StoredOrder,
  upTo: Pence,
): Promise<Readonly<Record<string, unknown>>> {
  const { enteredBy } = stateOf(order);
  const hasSecond = await hasSecondApprover(ctx.tx, 'approve_purchaseorder', enteredBy);
  const approver = { id: ctx.actor.id, hasSecond };
  ensure(canApproveAs(enteredBy, approver, 'order'));
  return recordApproval(ctx, {
    type: 'purchase_order',
    id: order.id,
    revision: order.revision,
    party: order.supplier_id,
    upTo,
    by: ctx.actor.id,
    isOwn: isOwnApproval(enteredBy, approver),
  });
}
