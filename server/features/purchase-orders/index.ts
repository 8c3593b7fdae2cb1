export { orderMailing } from './bulk-email-orders';
export { purchaseConstraints } from './constraints';
export { billOrder } from './bill-order';
export { cancelOrder } from './close-order';
export { markOrderSent } from './mark-order-sent';
export { getOrder } from './get-order';
export { receiveOrder } from './receive-order';
export { returnGoods } from './return-order';
export { findPurchasingSettings } from './purchasing-settings';
export { createOrder } from './save-order';
export { lateCostInvariants } from './late-cost-invariants';
export { purchaseOrderInvariants, purchasingNumbers } from './purchase-order-invariants';
export { purchaseOrderRoutes } from './purchase-orders.routes';
export { orderMailAccepted, orderMailPurpose } from './send-order';
export { isWaitingForApproval } from './order-approvals';
export { isOverdueOrder } from './overdue';
export { isClaimWithoutNumber } from './vat-without-number';
export { lockOrder, outstandingOf, stateOf, type StoredOrder } from './stored-order';
export {
  creditOf,
  findPartsOf,
  moveOrderCredit,
  returnOrderCredit,
  type OrderPart,
  reserving,
  settleDebts,
  settleWithCredit,
} from './order-credit';
