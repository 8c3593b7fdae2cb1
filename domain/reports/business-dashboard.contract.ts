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

/** What a business did in some days (rules R1, R2, R3). Cost and profit only for those who may see cost. */
export const businessFlow = z.object({
  net_takings: money,
  transactions: z.int(),
  /** Null where nothing was sold. */
  average: money.nullable(),
  refunds: money,
  net_revenue: money,
  /** Cost of goods sold and profit on sales, by the documents (rule R1). */
  cost: money.optional(),
  profit: money.optional(),
  margin: share.optional(),
  /** The same as in the profit and loss of the same days (rule R3). */
  cost_of_sales: money.optional(),
  gross_profit: money.optional(),
  other_income: money,
  /** All overheads; without wages for whoever may not see pay. */
  expenses: money,
  /** Left out for whoever may not see cost, or pay where there were wages. */
  net_profit: money.optional(),
});

/**
 * How a business stood at the end of a day, from the ledgers, for those who may see the ledger; goods and orders as they are now,
 * orders for those who may see them.
 */
const businessPosition = z.object({
  as_at: calendarDate,
  /** What customers owe, and what of it is past its day (rule R6). */
  receivables: money.optional(),
  overdue: money.optional(),
  /** What customers have with us. */
  customer_credit: money.optional(),
  payables: money.optional(),
  /** What we have with suppliers. */
  prepayments: money.optional(),
  cash: money.optional(),
  bank: money.optional(),
  /** Output less input VAT of the period that is not filed yet; below zero comes back. */
  vat_due: money.optional(),
  stock_value: money.optional(),
  low_stock: z.int(),
  out_of_stock: z.int(),
  open_orders: z.int().optional(),
  /** Of open orders, what is still to come, with VAT. */
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
  /** Net takings of the last days, the last of them the last of the period. */
  days: z.array(z.object({ date: calendarDate, net_takings: money })),
});

/** Rule R4: a day or a period at a glance, the month so far, and how the firm stands. */
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
    perMinute: 20,
  }),
};

export type BusinessFlow = z.output<typeof businessFlow>;
export type BusinessPosition = z.output<typeof businessPosition>;
export type BusinessReport = z.output<typeof businessReport>;
