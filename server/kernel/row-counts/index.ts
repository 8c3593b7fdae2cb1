export { keepRowCounts, keepRowCountsHandler, rowsIn, storeRowCounts } from './count-rows';
export { rowCountInvariants } from './row-count-invariants';
