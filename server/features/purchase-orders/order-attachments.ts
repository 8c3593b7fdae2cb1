import { maxOrderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { attachmentsOf } from '../../kernel/attachments';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

/** The attachments of an order: quotations, delivery notes, bills. */
export const documentsOfOrders = attachmentsOf({
  table: 'purchase_order_attachments',
  column: 'purchase_order_id',
  recordTable: 'purchase_orders',
  recordType: 'purchase_order',
  noun: 'Purchase order',
  short: 'order',
  paper: 'attachment',
  maxCount: maxOrderAttachments,
  lock: lockNumber,
});

async function lockNumber({ tx }: WriteContext, orderId: number): Promise<string> {
  const order = await tx
    .selectFrom('purchase_orders')
    .select('po_number')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return ensureFound(order, 'Purchase order').po_number;
}
