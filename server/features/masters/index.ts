export { masterRoutes } from './masters.routes';
export { masterKinds } from './master-kinds';
export { createMaster } from './save-master';
