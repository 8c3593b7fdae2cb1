import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { documentEmails } from '../emails/document-emails';
import { quoteAccess, quotes } from './quote.contract';

/** Emails many quotes, each to its customer. */
export const quoteBulkEmail = bulkEmailCalls('/quotes/bulk-email', quotes.list.query, {
  many: 'quotes',
  access: quoteAccess,
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: documentEmails.quote.fields,
});
