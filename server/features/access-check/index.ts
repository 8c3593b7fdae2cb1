export { accessCheckRoutes } from './access-check.routes';
