import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { compareQuery, periodQuery, periodReply, reportFormat, share } from './report-query';

const query = { ...periodQuery, ...compareQuery };
const days = z.object({ from: calendarDate, to: calendarDate });

/** Trade over some days (rules R1, R2, R3). Cost and profit only with permission to see cost. */
export const businessFlow = z.object({
  net_takings: money,
  transactions: z.int(),
  /** Null if nothing was sold. */
  average: money.nullable(),
  refunds: money,
  net_revenue: money,
  /** Cost of goods sold and profit on sales, from the documents (rule R1). */
  cost: money.optional(),
  profit: money.optional(),
  margin: share.optional(),
  /** Matches the profit and loss of the same days (rule R3). */
  cost_of_sales: money.optional(),
  gross_profit: money.optional(),
  /** Gross profit as a percentage of revenue. */
  gross_margin: share.optional(),
  /** What of the revenue no sale or credit note posted, such as a journal's (rule A14); omitted if there is none. */
  revenue_of_entries: money.optional(),
  other_income: money,
  /** All overheads; excludes wages without permission to see pay. */
  expenses: money,
  /** Omitted without permission to see cost, or to see pay if there were wages. */
  net_profit: money.optional(),
});

/**
 * The position at the end of a day, from the ledgers, with permission to see the ledger. Goods and orders
 * are as they are now; orders need permission to see them.
 */
const businessPosition = z.object({
  as_at: calendarDate,
  /** What customers owe, and how much of it is overdue (rule R6). */
  receivables: money.optional(),
  overdue: money.optional(),
  /** Unused credit of customers. */
  customer_credit: money.optional(),
  payables: money.optional(),
  /** Prepayments to suppliers. */
  prepayments: money.optional(),
  cash: money.optional(),
  bank: money.optional(),
  /** Output less input VAT of the unfiled period; negative is reclaimable. */
  vat_due: money.optional(),
  stock_value: money.optional(),
  low_stock: z.int(),
  out_of_stock: z.int(),
  open_orders: z.int().optional(),
  /** The value of open orders not yet received, including VAT. */
  undelivered: money.optional(),
});

const topProduct = z.object({ id, sku: z.string(), name: z.string(), quantity, revenue: money });

const businessReport = z.object({
  ...periodReply,
  month: days,
  month_before: days,
  flows: z.object({
    period: businessFlow,
    compared: businessFlow.nullable(),
    month: businessFlow,
    month_before: businessFlow,
  }),
  position: businessPosition,
  top_products: z.array(topProduct),
  /** Net takings by day, ending on the last day of the period. */
  days: z.array(z.object({ date: calendarDate, net_takings: money })),
});

/** Rule R4: a day or a period, the month to date, and the position. */
export const businessDashboards = {
  show: call('GET', '/reports/business-dashboard', {
    summary: 'Show the business dashboard: trade over a period, and the position now',
    access: can('view_dashboard'),
    query: z.strictObject(query),
    reply: businessReport,
  }),
  export: call('GET', '/reports/business-dashboard/export', {
    summary: 'Export the business dashboard as a CSV, XLSX or PDF file',
    access: can('view_dashboard', 'export_data'),
    query: z.strictObject({ ...query, format: reportFormat }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

export type BusinessFlow = z.output<typeof businessFlow>;
/** The figures that are amounts or counts, not percentages. */
export type FlowAmount = Exclude<keyof BusinessFlow, 'margin' | 'gross_margin'>;
export type BusinessPosition = z.output<typeof businessPosition>;
export type BusinessReport = z.output<typeof businessReport>;
