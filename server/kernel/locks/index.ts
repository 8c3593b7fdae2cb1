export { locks } from './advisory-locks';
export { lockOrder } from './lock-order';
