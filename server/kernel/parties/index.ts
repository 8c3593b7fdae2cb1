export { allocate, allocateOldestFirst, findItemsOf, openPart, unallocate } from './allocate';
export { lockCustomers, lockParty, openItem } from './open-item';
export { partyInvariants } from './party-invariants';
export type { Party } from './party';
export { spendWallet, walletAvailable } from './wallet';
