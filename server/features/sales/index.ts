export { amountsByRate } from './amounts-by-rate';
export {
  type DecidedBasket,
  decideBasket,
  hasTypedDiscount,
  hasTypedPrice,
  typedChanges,
} from './decide-basket';
export { ensureApproved } from './ensure-approved';
export { lineRow } from './line-row';
export { findSentBefore, hashOf } from './once';
export { type HeldQuote, holdQuote } from './quoted-sale';
export { type Buyer, findPriceGroup, holdBuyer } from './sale-customer';
export { clearedOf } from './refund-money';
export { findSeller } from './selling-terms';
export { lockSale, type StoredSale } from './stored-sale';
export { postCreditNote } from './post-credit-note';
export { postSale } from './post-sale';
export { type RefundedLine, refundTotals } from './refunded-lines';
export type { LineToPost, SaleCustomer, SaleToPost, Seller } from './sale-to-post';
export { completeSale } from './complete-sale';
export { refundSale } from './refund-sale';
export { saleInvariants, saleNumbers } from './sale-invariants';
export { saleRoutes } from './sales.routes';
