import { sql } from 'kysely';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { canSend } from '#domain/purchase-orders/purchase-order.rules';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { ensure } from '../../../platform/http/refusal';
import { getOrder } from './get-order';
import { findPurchasingSettings } from '../purchasing-settings';
import { lockOrder, stateOf } from './stored-order';

/** Marks an order as sent, either by other means or because its email was accepted. */
export async function markOrderSent(ctx: WriteContext, id: number, how: string): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  ensure(canSend(stateOf(order), await findPurchasingSettings(ctx.tx)));
  await sql`
    update purchase_orders set status = 'sent', sent_at = ${ctx.now}, approval_asked_by = null, approval_asked_at = null, version = version + 1, updated_at = ${ctx.now}
    where id = ${id} and status = 'draft'`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'sent',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: { status: order.status },
    after: { status: 'sent', how },
  });
  return getOrder(ctx.tx, id, ctx);
}
