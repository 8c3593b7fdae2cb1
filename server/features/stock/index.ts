export { adjustmentConstraints } from './constraints';
export { postAdjustment } from './adjust-stock';
export { attention } from './attention';
export { stockNumbers } from './stock-numbers';
export { stockRoutes } from './stock.routes';
