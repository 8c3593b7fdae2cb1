import { maxOrderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { attachmentsOf, lockRecord } from '../../../kernel/attachments';

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
  lock: lockRecord('purchase_orders', 'po_number', 'Purchase order'),
});
