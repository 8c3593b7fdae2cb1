export { completeSale } from './complete-sale';
export { refundSale } from './refund-sale';
export { saleInvariants, saleNumbers } from './sale-invariants';
export { saleRoutes } from './sales.routes';
