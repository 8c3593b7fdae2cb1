import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { customers } from '../customers/customer.contract';
import { documentEmails } from '../emails/document-emails';
import { can } from '../kernel/access';
import { enteredDate } from '../kernel/dates';

/** Emails many customers their statements. */
export const statementBulkEmail = bulkEmailCalls('/customers/bulk-statements', customers.list.query, {
  many: 'statements',
  access: can('view_customer', 'view_ledger', 'create_email'),
  options: z
    .strictObject({
      from: enteredDate.nullish(),
      to: enteredDate.nullish(),
      skip_recent: skipRecent,
      /** Leaves out customers with nothing open. */
      skip_settled: z
        .boolean('Choose whether to skip customers with nothing open on their account.')
        .default(true),
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      message: 'The first day must be on or before the last.',
      path: ['from'],
    }),
  fields: documentEmails.statement.fields,
});
