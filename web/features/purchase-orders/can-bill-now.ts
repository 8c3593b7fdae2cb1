import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';

/** Only received goods can be billed. */
export const canBillNow = (order: OrderDetail): boolean =>
  order.can.bill.allowed && order.receipts.some(({ lines }) => lines.some(line => line.unbilled > 0));
