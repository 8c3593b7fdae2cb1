export { auditRoutes } from './audit.routes';
export { keepSealed, sealLog } from './keep-sealed';
export { inWords } from './in-words';
