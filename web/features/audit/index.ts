export { historyColumns } from './audit-columns';
export { AuditPage } from './audit-page';
export { RecordHistory } from './record-history';
