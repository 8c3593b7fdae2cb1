export { expectedCash, holdOpenSession, recordTillCash } from './till-cash';
export { tillInvariants } from './till-invariants';
