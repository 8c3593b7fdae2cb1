import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import { sales } from '#domain/sales/sale.contract';
import type { BulkEmailTerms } from '../bulk-emails';

/** How many invoices are emailed at once. */
export const invoiceMailTerms: BulkEmailTerms = {
  kind: 'invoices',
  calls: saleBulkEmail,
  list: sales.list,
  one: 'invoice',
  action: 'Email invoices',
  nameHeader: 'Invoice',
  recordAddress: '/sales/invoices/$id',
};
