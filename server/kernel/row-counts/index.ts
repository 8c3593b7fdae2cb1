export { keepRowCounts, keepRowCountsHandler, renoteRowCounts, rowsIn, storeRowCounts } from './count-rows';
export { rowCountInvariants } from './row-count-invariants';
