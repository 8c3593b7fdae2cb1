export { journalRoutes } from './journals.routes';
