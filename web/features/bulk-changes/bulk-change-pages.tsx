export { BulkChangeListPage } from './bulk-change-list-page';
export { BulkChangePage } from './bulk-change-page';
