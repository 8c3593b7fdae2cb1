export { checkBooks } from './check-books';
export { type Invariant, invariant, pounds } from './invariant';
export { runCheck } from './run-check';
