export { ensureCanViewImport } from './get-import';
export { importRoutes } from './imports.routes';
export { stopImports } from './stop-imports';
export { importJobs } from './work-on-import';
