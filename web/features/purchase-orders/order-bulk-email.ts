import { orderBulkEmail } from '#domain/purchase-orders/order-bulk-email.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import type { BulkEmailTerms } from '../bulk-emails';

/** How many purchase orders are emailed at once. */
export const orderMailTerms: BulkEmailTerms = {
  kind: 'orders',
  calls: orderBulkEmail,
  list: purchases.list,
  one: 'purchase order',
  action: 'Email orders',
  nameHeader: 'Order',
  recordAddress: '/purchases/$id',
};
