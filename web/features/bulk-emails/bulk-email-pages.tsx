export { BulkEmailListPage } from './bulk-email-list-page';
export { BulkEmailPage } from './bulk-email-page';
