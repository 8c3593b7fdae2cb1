export { locks } from './advisory-locks';
export { lockOrder, type OrderedLock } from './lock-order';
