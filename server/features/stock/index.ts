export { adjustmentConstraints } from './constraints';
export { type PostedAdjustment, postAdjustment, unitsMoved } from './adjust-stock';
export { earlierWords, unapprovedWriteOffs } from './approve-adjustment';
export { attention } from './attention';
export { valuationColumns } from './stock-exports';
export { stockNumbers } from './stock-numbers';
export { stockRoutes } from './stock.routes';
export { listValuation, valueAsAt } from './stock-valuation.queries';
export { undoMovements } from './undo-movements';
