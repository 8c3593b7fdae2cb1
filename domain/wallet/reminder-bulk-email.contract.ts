import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { documentEmails } from '../emails/document-emails';
import { can } from '../kernel/access';
import { agedDebtors } from './aged.contract';

/** Emails many customers reminders of what is overdue today. */
export const reminderBulkEmail = bulkEmailCalls('/wallet/bulk-reminders', agedDebtors.list.query, {
  many: 'reminders',
  access: can('view_ledger', 'create_email'),
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: documentEmails.reminder.fields,
});
