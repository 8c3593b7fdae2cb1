export { masterRoutes } from './masters.routes';
