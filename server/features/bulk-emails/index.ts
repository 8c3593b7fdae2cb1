export { bulkEmailConstraints } from './constraints';
export { bulkEmailRoutes } from './bulk-emails.routes';
export { bulkEmailJobs } from './work-on-bulk-email';
