export type { AnyBulkMailing, BulkMailing, MailOptions, MailRecord } from './bulk-mailing';
