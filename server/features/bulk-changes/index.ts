export { bulkChangeRoutes } from './bulk-changes.routes';
export { stopBulkChanges } from './stop-changes';
export { bulkChangeJobs } from './work-on-change';
export { refusalIfNotWritten } from './refusal-if-not-written';
