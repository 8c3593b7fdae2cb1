export { tillConstraints } from './constraints';
export { ensureDrawerCanRefund, ensureDrawerHolds, listDrawers, lockDrawer } from './drawers';
export { lateSessionFor } from './late-session';
export {
  customerMoneyAccount,
  findKeptRules,
  findPaymentRules,
  findPaymentWords,
  findTenderNames,
  type KeptRules,
  paymentSetting,
  usualAccountOf,
} from './payment-rules';
export { findSellingSettings } from './selling-settings';
export { expectedCash, holdOpenSession, recordTillCash } from './till-cash';
export { tillInvariants } from './till-invariants';
export { findUnsentOfSession } from './unsent-sales';
