export { createOrder } from './save-order';
export { purchaseOrderInvariants, purchasingNumbers } from './purchase-order-invariants';
export { purchaseOrderRoutes } from './purchase-orders.routes';
export { orderMailAccepted, orderMailPurpose } from './send-order';
export { lockOrder, stateOf, type StoredOrder } from './stored-order';
