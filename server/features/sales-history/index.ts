export { clearReturnedVat, moveCutOver } from './cut-over';
export { historyInvariants } from './history-invariants';
export { countLines, markRejected } from './history-lines.queries';
export { type HistoryRow, planHistory } from './plan-history';
export { postNext } from './post-batch';
export { settleLines } from './settle-lines';
export { undoSettled } from './undo-settled';
export { listSettled } from './workbench.queries';
export { findSummary, listListed } from './summary.queries';
