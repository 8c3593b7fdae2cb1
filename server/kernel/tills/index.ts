export { ensureCashMovesToday } from './cash-day';
export { tillConstraints } from './constraints';
export {
  ensureDrawerCanRefund,
  ensureDrawerHolds,
  ensureDrawerHoldsAsKnown,
  isKnownToLack,
  listDrawers,
  lockDrawer,
} from './drawers';
export { hidesCash } from './hides-cash';
export { basketWithoutPerson, neutralName } from './held-basket-words';
export { findLateSession, lateSessionFor } from './late-session';
export { findPaidOutAbove, type PaidOutAbove } from './paid-out';
export {
  customerMoneyAccount,
  findStoredRules,
  findPaymentRules,
  findPaymentWords,
  findTenderNames,
  type StoredRules,
  paymentSetting,
  defaultAccountOf,
} from './payment-rules';
export { isSellingProof, sellingProof } from './selling-proof';
export { findSellingSettings } from './selling-settings';
export {
  expectedCash,
  lockingOpenSession,
  lockOpenSession,
  recordTillCash,
  type TillReceipt,
} from './till-cash';
export { isOutOfSeries, lastReceiptNumber, wordsOutOfSeries } from './receipt-series';
export { tillInvariants } from './till-invariants';
export { findUnsentOfSession, noteArrived } from './unsent-sales';
