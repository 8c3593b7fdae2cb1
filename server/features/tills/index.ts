export { registerConstraints } from './constraints';
export { closeTill } from './close-till';
export { countTill, startCount } from './count-till';
export { checkPin, canUsePin } from './pins';
export { openTill } from './open-till';
export { sessionListRoutes, tillRoutes } from './tills.routes';
export { voidOldBaskets, voidOldBasketsHandler } from './void-old-baskets';
