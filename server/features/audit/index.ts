export { auditRoutes } from './audit.routes';
export { inWords } from './in-words';
