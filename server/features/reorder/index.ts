export { reorderRoutes } from './reorder.routes';
