import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';

/** The receipts of an order that are not reversed: only their goods arrived. */
export const standingReceipts = ({ receipts }: Pick<OrderDetail, 'receipts'>): OrderDetail['receipts'] =>
  receipts.filter(({ reversal }) => reversal === null);
