export { priceRoutes } from './prices.routes';
