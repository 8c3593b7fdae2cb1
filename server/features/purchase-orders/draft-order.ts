import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { canSend } from '#domain/purchase-orders/purchase-order.rules';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure } from '../../platform/http/refusal';
import { getOrder } from './get-order';
import { findPurchasingSettings } from './purchasing-settings';
import { createOrder } from './save-order';
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

/** Deletes a draft. A sent order is cancelled instead. */
export async function removeOrder(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const order = await lockOrder(ctx.tx, id);
  if (order.status !== 'draft') throw conflict('Only drafts can be deleted. Cancel the order instead.');
  await sql`delete from purchase_orders where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: { supplier: order.supplier_name, total_pence: order.total },
  });
  return { message: 'Deleted successfully!' };
}

/** Creates a draft dated today with the lines and prices of another order. */
export async function cloneOrder(ctx: WriteContext, id: number): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  return createOrder(ctx, {
    supplier_id: order.supplier_id,
    order_date: londonDate(ctx.now),
    expected_delivery_date: null,
    reference: order.reference,
    notes: order.notes,
    lines: order.lines.map(line => ({
      product_id: line.product?.id ?? null,
      description: line.description,
      supplier_code: line.supplier_code,
      unit: line.unit,
      factor: line.factor,
      quantity: line.quantity,
      unit_price: line.unit_price,
      discount_percent: line.discount_hundredths,
      discount_amount: line.discount_pence,
      vat_code: line.vat_code,
      account: line.account,
    })),
  });
}
