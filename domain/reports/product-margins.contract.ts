import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { listCalls, severalIdsOrNone } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import {
  comparison,
  drawnQuery,
  eachOrNone,
  periodFilters,
  periodReply,
  searchFilter,
  share,
} from './report-query';

export const marginGroupNames = {
  product: 'By product',
  category: 'By category',
  brand: 'By brand',
  supplier: 'By supplier',
  customer: 'By customer',
  cashier: 'By cashier',
} as const;
export const marginGroupHeads = {
  product: 'Product',
  category: 'Category',
  brand: 'Brand',
  supplier: 'Supplier',
  customer: 'Customer',
  cashier: 'Cashier',
} as const satisfies Readonly<Record<keyof typeof marginGroupNames, string>>;
/**
 * The names of the figures of rule R1, which only know the goods of each sale. "Cost of sales" and "gross
 * profit" are lines of the profit and loss (rule R3), which includes stock losses and price variances.
 */
export const profitOnSales = { cost: 'Cost of goods sold', profit: 'Profit on sales' } as const;
const marginGroup = z.enum(
  ['product', 'category', 'brand', 'supplier', 'customer', 'cashier'],
  'Group by: product, category, brand, supplier, customer, cashier.',
);
export type MarginGroup = z.output<typeof marginGroup>;

/** Rule R1. Cost figures are omitted without permission to see cost. */
const margins = {
  /** Sold less returned. */
  quantity,
  /** Excluding VAT, after discounts, less refunds on their own date. */
  revenue: money,
  /** Cost at the time of sale, less the cost of returns. */
  cost: money.optional(),
  profit: money.optional(),
  margin: share.optional(),
  markup: share.optional(),
};
const marginFigures = z.object(margins);
const marginRow = z.object({
  /** The id of the group, or `none`. */
  key: z.string(),
  label: z.string(),
  sku: z.string().nullable(),
  ...margins,
});

const filters = {
  ...periodFilters,
  group: marginGroup,
  category_id: severalIdsOrNone('categories'),
  brand_id: severalIdsOrNone('brands'),
};
const view = can('view_dashboard');

const listing = {
  sort: ['revenue', 'name', 'quantity', 'profit', 'margin'],
  defaultSort: { by: 'revenue', order: 'desc' },
  filters,
  protects: [
    { needs: 'view_cost', figures: 'cost or margin', sort: ['profit', 'margin'] },
    // Customers need none: the list of sales names them.
    { needs: 'view_supplier', figures: 'suppliers', filters: { group: ['supplier'] } },
  ],
} as const;

export const productMargins = {
  ...listCalls('/reports/product-margins', {
    summary: 'List the revenue, cost and margin of products (or another group) over a period',
    access: view,
    exportAccess: can('view_dashboard', 'export_data'),
    listing,
    row: marginRow,
  }),
  totals: call('GET', '/reports/product-margins/totals', {
    summary: 'Show total revenue, cost and margin over a period, beside account 5000',
    access: view,
    query: eachOrNone({ ...filters, search: searchFilter, compare: comparison }),
    reply: z.object({
      ...periodReply,
      totals: marginFigures,
      before: marginFigures.nullable(),
      /** Only without filters and search: reconciles cost of goods sold with account 5000, line by line. */
      ledger: z
        .object({
          sold: money,
          /** Goods received after they were sold, at a different cost than assumed (rule I10). */
          variance: money,
          services: money,
          other: money,
          account: money,
        })
        .nullable(),
    }),
  }),
  pdf: call('GET', '/reports/product-margins/pdf', {
    summary: 'Export the product margins of a period as a PDF',
    access: can('view_dashboard', 'export_data'),
    query: drawnQuery(listing, { compare: comparison }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

export type MarginRow = z.output<typeof marginRow>;
export type MarginFigures = z.output<typeof marginFigures>;
export type MarginTotals = z.output<typeof productMargins.totals.reply>;
