import * as z from 'zod';
import { call } from '../kernel/call';
import { id } from '../kernel/fields';

/** The record types of search results. */
export const searchResultKinds = {
  product: 'Product',
  customer: 'Customer',
  supplier: 'Supplier',
  employee: 'Employee',
  sale: 'Invoice',
  credit_note: 'Credit note',
  quote: 'Quote',
  purchase_order: 'Purchase order',
  goods_received_note: 'Goods received note',
  supplier_bill: 'Supplier bill',
  supplier_return: 'Return to supplier',
  supplier_credit: 'Supplier credit note',
  payment: 'Payment',
  customer_payment: 'Customer payment',
  expense: 'Expense',
  stock_adjustment: 'Stock adjustment',
  vat_adjustment: 'VAT adjustment',
  journal: 'Journal',
  stock_count: 'Stocktake',
} as const;
export type SearchResultKind = keyof typeof searchResultKinds;

const searchResult = z.object({
  kind: z.enum(Object.keys(searchResultKinds) as [SearchResultKind, ...SearchResultKind[]]),
  id,
  title: z.string(),
  detail: z.string().nullable(),
  /** Where its page is. */
  path: z.string(),
  /** An exact match of a typed or scanned code or number. */
  is_exact: z.boolean(),
});

export const searching = {
  find: call('GET', '/search', {
    summary: 'Find products, people and documents by name, code or number',
    // Any user can search; results are limited to what they can open.
    access: 'signed-in',
    query: z.strictObject({ text: z.string().max(100, 'Enter at most 100 characters to search for.') }),
    reply: z.object({ data: z.array(searchResult) }),
  }),
};
export type SearchResult = z.output<typeof searchResult>;
