import { sql } from 'kysely';
import { raiseNotifications } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import type { StoredOrder } from './stored-order';

/**
 * Whether an order is waiting for approval: a draft for which it was requested, or a revision above the approved
 * amount.
 */
export const isWaitingForApproval = sql`(po.approval_asked_at is not null
  or exists (select from purchase_order_waiting_revisions w where w.purchase_order_id = po.id))`;

/** Notifies the users who can approve, except the one asking. Every request sends a new notification. */
export async function notifyApprovers(ctx: WriteContext, order: StoredOrder, words: string): Promise<void> {
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'order_approval',
      key: `${order.id} ${ctx.now.getTime()}`,
      words,
      link: `/purchases/${order.id}`,
      person: ctx.actor.id,
    },
  ]);
}
