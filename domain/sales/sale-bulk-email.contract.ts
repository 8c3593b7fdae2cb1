import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { documentEmails } from '../emails/document-emails';
import { canAnyWith } from '../kernel/access';
import { saleSenders, sales } from './sale.contract';

/** Emails many sales, each to its customer. */
export const saleBulkEmail = bulkEmailCalls('/sales/bulk-email', sales.list.query, {
  many: 'invoices',
  access: canAnyWith(saleSenders, 'view_sale'),
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: documentEmails.invoice.fields,
});
