import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { customers } from '../customers/customer.contract';
import { can } from '../kernel/access';
import { enteredDate } from '../kernel/dates';

/** The placeholders of the email of a statement. */
export const statementMailFields = {
  customer: 'The customer’s name',
  period: 'The period, such as “up to 30 Nov 2026”',
  balance: 'The balance due today: open invoices less unused credit',
  overdue: 'The overdue part of the balance due',
  company: 'Your company name',
} as const;
export type StatementMailValues = Readonly<Record<keyof typeof statementMailFields, string>>;

/** The texts of the email, unless others are entered. */
export const statementMailTemplate = {
  subject: 'Statement from {{company}}',
  message: 'Please find attached your statement of account {{period}}.',
};

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
  fields: statementMailFields,
});
