export { bulkEmailConstraints } from './constraints';
export { bulkEmailRoutes } from './bulk-emails.routes';
export { stopBulkEmails } from './stop-bulk-emails';
export { bulkEmailJobs } from './work-on-bulk-email';
