export { type Invariant, invariant, pounds } from './invariant';
export { runCheck } from './run-check';
