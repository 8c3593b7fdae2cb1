import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { countryCode } from '../countries/country';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalCodes, severalIds, severalIdsOrNone, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { saleChannel } from '../sales/sale-state';
import { tenderMethod } from '../sales/tender';
import {
  compareQuery,
  eachOrNone,
  orNone,
  periodFilters,
  periodQuery,
  periodReply,
  reportFormat,
} from './report-query';

/** Groups of the sales summary (rule R2). */
export const salesGroupNames = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
  cashier: 'By cashier',
  register: 'By register',
  category: 'By category',
  country: 'By country of delivery',
} as const;
export const salesGroupHeads: Readonly<Record<keyof typeof salesGroupNames, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  cashier: 'Cashier',
  register: 'Register',
  category: 'Category',
  country: 'Country of delivery',
};
export const salesGroup = z.enum(
  ['day', 'week', 'month', 'cashier', 'register', 'category', 'country'],
  'Group by: day, week, month, cashier, register, category, country.',
);
export type SalesGroup = z.output<typeof salesGroup>;

const countriesOrNone = severalCodes('countries', z.union([countryCode, z.literal('none')]), 'GB,FR,none');

/** Rule R2. A sale cancelled or edited the same day counts as neither a sale nor a refund. */
const figures = {
  transactions: z.int(),
  gross: money,
  vat: money,
  net: money,
  /** Line and basket discounts as keyed, at the prices of the sale. */
  discounts: money,
  refunds_gross: money,
  refunds_vat: money,
  refunds_net: money,
  net_takings: money,
  net_revenue: money,
  /** Gross per transaction; null if there were none. */
  average: money.nullable(),
  /** Sold less returned. */
  units: quantity,
};
const salesFigures = z.object(figures);
const salesRow = z.object({
  /** A day, the Monday of a week, a month, or the id of a user, register or category; `none` without one. */
  key: z.string(),
  label: z.string(),
  ...figures,
});

const salesSummary = z.object({
  ...periodReply,
  group: salesGroup,
  totals: salesFigures,
  /** The totals of the comparison period. */
  before: salesFigures.nullable(),
  rows: z.array(salesRow),
  /** True while a drawer is counted blind by the user. Cash is the takings without the other methods, so `tenders` is empty. */
  is_blind: z.boolean(),
  /** Payments and refunds by method; together the net takings (rule R2). */
  tenders: z.array(z.object({ method: tenderMethod, taken: money, paid_back: money, net: money })),
  /** Sales cancelled or edited the same day, shown separately. */
  voids: z.object({ count: z.int(), gross: money }),
});

/** Why there is nothing by payment method. */
export const blindTendersWords =
  'A till of this period is still to be counted blind. Payments by method are shown once it is counted and closed.';

const query = {
  ...periodQuery,
  ...compareQuery,
  group: orNone(salesGroup),
  cashier_id: orNone(severalIds('cashiers')),
  register_id: orNone(severalIdsOrNone('registers')),
  channel: orNone(severalOf(saleChannel)),
};

const view = can('view_dashboard');
const exportAccess = can('view_dashboard', 'export_data');

export const salesSummaries = {
  show: call('GET', '/reports/sales-summary', {
    summary:
      'Show sales and takings over a period, by day, week, month, cashier, register, category or country of delivery',
    access: view,
    query: z.strictObject(query),
    reply: salesSummary,
  }),
  export: call('GET', '/reports/sales-summary/export', {
    summary: 'Export the sales summary as a CSV, XLSX or PDF file',
    access: exportAccess,
    query: z.strictObject({ ...query, format: reportFormat }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
  /** The cashiers, registers, categories and brands to filter by. */
  choices: call('GET', '/reports/choices', {
    summary: 'List the cashiers, registers, categories and brands that reports can be filtered by',
    access: view,
    reply: z.object({
      cashiers: z.array(z.object({ id, name: z.string() })),
      registers: z.array(z.object({ id, name: z.string() })),
      categories: z.array(z.object({ id, name: z.string() })),
      brands: z.array(z.object({ id, name: z.string() })),
    }),
  }),
};

/** Sales voided the same day are excluded from the first three (rule R2) and included in the last two. */
export const documentSides = {
  both: 'Sales and refunds',
  sales: 'Sales',
  refunds: 'Refunds',
  voids: 'Voided the same day',
  all_sales: 'Sales, including voided',
  all_refunds: 'Refunds, including voids',
} as const;

const amounts = {
  quantity,
  /** Negative for a credit note. */
  net: money,
  vat: money,
  gross: money,
  discounts: money,
  /** Cost at the time of sale, with permission to see cost. */
  cost: money.optional(),
  /** The amount paid or refunded by the methods in the filter. */
  paid: money.nullable(),
};
const reportDocument = z.object({
  kind: z.enum(['sale', 'credit_note']),
  id,
  number: z.string(),
  business_date: calendarDate,
  /** Null for a credit note whose sale is not here, for example from an imported history. */
  sale: z.object({ id, number: z.string() }).nullable(),
  customer: z.string(),
  person: z.string(),
  ...amounts,
});

/** The header of what the methods in the filter paid. */
export const paidByWords = (methods: readonly string[] = []): string =>
  methods.length > 1 ? 'Paid by these methods' : 'Paid by this method';

const documentFilters = {
  ...periodFilters,
  side: z.enum(
    ['both', 'sales', 'refunds', 'voids', 'all_sales', 'all_refunds'],
    'Choose both, sales, refunds, voids, all_sales or all_refunds.',
  ),
  cashier_id: severalIds('cashiers'),
  register_id: severalIdsOrNone('registers'),
  channel: severalOf(saleChannel),
  customer_id: severalIds('customers'),
  /** The country of delivery; null for credit notes whose sale is not here. */
  country: countriesOrNone,
  category_id: severalIdsOrNone('categories'),
  brand_id: severalIdsOrNone('brands'),
  /** Filters by the supplier that products were last ordered from. */
  supplier_id: severalIdsOrNone('suppliers'),
  product_id: severalIds('products'),
  method: severalOf(tenderMethod),
};

/**
 * The sales and credit notes behind a figure, with the part of each that counts. They add up to the figure.
 */
export const reportDocuments = {
  ...listCalls('/reports/documents', {
    summary: 'List the sales and credit notes behind a figure in a report',
    access: view,
    exportAccess,
    listing: {
      sort: ['business_date'],
      defaultSort: { by: 'business_date', order: 'desc' },
      filters: documentFilters,
      protects: [{ needs: 'view_supplier', figures: 'suppliers', filters: { supplier_id: 'any' } }],
    },
    row: reportDocument,
  }),
  totals: call('GET', '/reports/documents/totals', {
    summary: 'Total the sales and credit notes behind a figure in a report',
    access: view,
    query: eachOrNone(documentFilters),
    reply: z.object({ ...periodReply, count: z.int(), ...amounts }),
  }),
};

export type SalesFigures = z.output<typeof salesFigures>;
export type SalesRow = z.output<typeof salesRow>;
export type SalesSummary = z.output<typeof salesSummary>;
export type ReportDocument = z.output<typeof reportDocument>;
