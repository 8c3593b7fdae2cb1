import { quoteBulkEmail } from '#domain/quotes/quote-bulk-email.contract';
import { quotes } from '#domain/quotes/quote.contract';
import type { BulkEmailTerms } from '../bulk-emails';

/** How many quotes are emailed at once. */
export const quoteMailTerms: BulkEmailTerms = {
  kind: 'quotes',
  calls: quoteBulkEmail,
  list: quotes.list,
  one: 'quote',
  action: 'Email quotes',
  nameHeader: 'Quote',
  recordAddress: '/sales/quotes/$id',
};
