export { type BooksCheck, checkBooks, type InvariantResult } from './check-books';
export { type Breach, type Finding, type Invariant, invariant, mostBreaches, pounds } from './invariant';
export { runCheck, type StoredCheck } from './run-check';
