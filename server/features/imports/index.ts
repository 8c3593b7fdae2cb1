export { importRoutes } from './imports.routes';
export { importJobs } from './work-on-import';
