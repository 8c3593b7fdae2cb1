import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { quoteAccess, quotes } from './quote.contract';

/** The placeholders of the email of a quote. */
export const quoteMailFields = {
  number: 'The number of the quote',
  customer: 'The customer’s name',
  date: 'The date of the quote',
  valid_until: 'The last day on which the quote is valid',
  total: 'The total, including VAT',
  company: 'Your company name',
} as const;
export type QuoteMailValues = Readonly<Record<keyof typeof quoteMailFields, string>>;

/** The texts of the email, unless others are entered. */
export const quoteMailTemplate = {
  subject: 'Quote {{number}} from {{company}}',
  message: 'Please find our quote {{number}} attached.',
};

/** Emails many quotes, each to its customer. */
export const quoteBulkEmail = bulkEmailCalls('/quotes/bulk-email', quotes.list.query, {
  many: 'quotes',
  access: quoteAccess,
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: quoteMailFields,
});
