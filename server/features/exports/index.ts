export { exportRoutes } from './exports.routes';
export { exportJobs } from './make-export';
export { stopExports } from './stop-exports';
