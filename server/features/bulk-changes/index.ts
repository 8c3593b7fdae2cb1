export { bulkChangeRoutes } from './bulk-changes.routes';
export { bulkChangeJobs } from './work-on-change';
export { refusalIfNotWritten } from './refusal-if-not-written';
