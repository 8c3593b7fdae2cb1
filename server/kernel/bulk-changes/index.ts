export type { AnyBulkList, BulkList, BulkRecord, BulkValues, FoundRecord } from './bulk-list';
export { statusBulkList } from './status-bulk-list';
export { changedValues, fieldsSetSince } from './changed-values';
