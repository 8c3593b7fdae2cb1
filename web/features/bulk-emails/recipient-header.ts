import { type BulkEmailKind, bulkEmailRecipients } from '#domain/bulk-emails/bulk-email.contract';

const headers = { customer: 'Customer', supplier: 'Supplier', employee: 'Employee' } as const;

/** The column of who gets the emails. */
export const recipientHeader = (kind: BulkEmailKind): string => headers[bulkEmailRecipients[kind]];
