export { ensureCanViewImport } from './get-import';
export { importRoutes } from './imports.routes';
export { importJobs } from './work-on-import';
