export {
  allocate,
  allocateOldestFirst,
  findItemsOf,
  openPart,
  type StoredItem,
  unallocate,
} from './allocate';
export { type ItemKind, lockParty, openItem, type PartyItem } from './open-item';
export { partyInvariants } from './party-invariants';
export type { Party } from './party';
