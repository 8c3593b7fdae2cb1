export { bulkChangeRoutes } from './bulk-changes.routes';
export { bulkChangeJobs } from './work-on-change';
