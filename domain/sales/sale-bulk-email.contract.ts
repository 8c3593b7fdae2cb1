import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { canAnyWith } from '../kernel/access';
import { saleSenders, sales } from './sale.contract';

/** The placeholders of the email of a sale. */
export const saleMailFields = {
  document: '“invoice” or “receipt”',
  number: 'The number of the invoice',
  customer: 'The customer’s name',
  date: 'The date of the sale',
  total: 'The total, including VAT',
  balance: 'The balance due',
  company: 'Your company name',
} as const;
export type SaleMailValues = Readonly<Record<keyof typeof saleMailFields, string>>;

/** The texts of the email, unless others are entered. */
export const saleMailTemplate = {
  subject: '{{document}} {{number}} from {{company}}',
  message: 'Please find your {{document}} {{number}} attached.',
};

/** Emails many sales, each to its customer. */
export const saleBulkEmail = bulkEmailCalls('/sales/bulk-email', sales.list.query, {
  many: 'invoices',
  access: canAnyWith(saleSenders, 'view_sale'),
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: saleMailFields,
});
