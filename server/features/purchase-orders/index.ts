export { orderMailing } from './orders/bulk-email-orders';
export { purchaseConstraints } from './constraints';
export { billOrder } from './bills/bill-order';
export { cancelOrder } from './orders/close-order';
export { markOrderSent } from './orders/mark-order-sent';
export { getOrder } from './orders/get-order';
export { receiveOrder } from './receipts/receive-order';
export { returnGoods } from './credits/return-order';
export { findPurchasingSettings } from './purchasing-settings';
export { createOrder } from './orders/save-order';
export { lateCostInvariants } from './late-costs/late-cost-invariants';
export { purchaseOrderInvariants, purchasingNumbers } from './purchase-order-invariants';
export { purchaseOrderRoutes } from './purchase-orders.routes';
export { orderMailAccepted, orderMailPurpose } from './orders/send-order';
export { isWaitingForApproval } from './orders/order-approvals';
export { isOverdueOrder } from './orders/overdue';
export { isClaimWithoutNumber } from './bills/vat-without-number';
export { lockOrder, outstandingOf, stateOf, type StoredOrder } from './orders/stored-order';
export {
  creditOf,
  findPartsOf,
  moveOrderCredit,
  returnOrderCredit,
  type OrderPart,
  reserving,
  settleDebts,
  settleWithCredit,
} from './credits/order-credit';
