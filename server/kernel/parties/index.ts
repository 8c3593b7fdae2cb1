export { partyConstraints } from './constraints';
export { nextAdjustmentNumber, postAdjustment } from './adjustment';
export {
  allocate,
  allocateNew,
  allocateOldestFirst,
  findItemsOf,
  openPart,
  removeAllocation,
  unallocate,
} from './allocate';
export { mirrorItems } from './mirror-items';
export { moveOpenItems } from './move-open-items';
export { withMergedCustomers } from './of-customers';
export {
  type LedgerOf,
  type LockedParty,
  lockCustomers,
  lockingParty,
  type LockingParty,
  lockParties,
  lockParty,
  lockRemaining,
} from './lock-parties';
export { openItem, openItems, openItemsAs, type PartyItem } from './open-item';
export { type Party, partyColumn } from './party';
export { partyInvariants } from './party-invariants';
export { settleReversal } from './settle-reversal';
export { outstandingOf, ensureWalletCanPay, spendWallet, walletAvailable } from './wallet';
