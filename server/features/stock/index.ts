export { adjustmentConstraints } from './constraints';
export { type PostedAdjustment, postAdjustment, unitsMoved } from './adjust-stock';
export { earlierWords, unapprovedWriteOffs } from './approve-adjustment';
export { attention } from './attention';
export { stockNumbers } from './stock-numbers';
export { stockRoutes } from './stock.routes';
export { undoMovements } from './undo-movements';
