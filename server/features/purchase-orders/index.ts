export { createOrder } from './save-order';
export { purchaseOrderInvariants, purchasingNumbers } from './purchase-order-invariants';
export { purchaseOrderRoutes } from './purchase-orders.routes';
export { lockOrder, stateOf, type StoredOrder } from './stored-order';
