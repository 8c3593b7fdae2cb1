import type { QuoteRow } from '#domain/quotes/quote.contract';
import { quoteStateNames } from '#domain/quotes/quote-state';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the quote export. */
export const quoteExportColumns: readonly Column<QuoteRow>[] = [
  { header: 'Quote', kind: 'text', width: 12, value: q => q.number },
  { header: 'Revision', kind: 'integer', width: 10, value: q => q.revision },
  { header: 'Date', kind: 'date', width: 12, value: q => q.quoted_on },
  { header: 'Valid Until', kind: 'date', width: 12, value: q => q.valid_until },
  { header: 'Customer', kind: 'text', width: 30, value: q => q.customer.name },
  { header: 'Customer Reference', kind: 'text', width: 20, value: q => q.customer_reference ?? '' },
  { header: 'Status', kind: 'text', width: 12, value: q => quoteStateNames[q.state] },
  { header: 'Total', kind: 'money', width: 14, value: q => q.gross },
  { header: 'Invoice', kind: 'text', width: 12, value: q => q.sale?.number ?? '' },
  { header: 'Quoted By', kind: 'text', width: 20, value: q => q.quoted_by },
];
