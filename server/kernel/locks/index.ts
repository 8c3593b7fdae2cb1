export { locks } from './advisory-locks';
export { lockBooks } from './lock-books';
export { lockOrder } from './lock-order';
