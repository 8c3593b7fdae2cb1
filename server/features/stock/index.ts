export { stockNumbers } from './stock-numbers';
export { stockRoutes } from './stock.routes';
