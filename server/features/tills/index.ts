export { tillRoutes } from './tills.routes';
export { voidOldBaskets, voidOldBasketsHandler } from './void-old-baskets';
