export { postAdjustment } from './adjust-stock';
export { stockNumbers } from './stock-numbers';
export { stockRoutes } from './stock.routes';
