import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { drawnQuery } from '../reports/report-query';

const valuationRow = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity,
  /** In pounds with four decimals; null when there is none. */
  average_cost: z.string().nullable(),
  value: money,
});

const exportAccess = can('view_stock', 'view_cost', 'export_data');
const listing = {
  sort: ['name', 'sku', 'value'],
  defaultSort: { by: 'name', order: 'asc' },
  filters: {
    as_at: calendarDate,
    category_id: severalIds('categories'),
    sub_category_id: severalIds('sub-categories'),
  },
} as const;

const listed = listCalls('/stock/valuation', {
  summary: 'List stock values at the end of a day',
  access: can('view_stock', 'view_cost'),
  exportAccess,
  listing,
  row: valuationRow,
});

/** Stock value at the end of a day, from the movements (rule R7). */
export const stockValuation = {
  ...listed,
  pdf: call('GET', '/stock/valuation/pdf', {
    summary: 'Export the stock values at the end of a day as a PDF',
    access: exportAccess,
    query: drawnQuery(listing, {}),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
  totals: call('GET', '/stock/valuation/totals', {
    summary: 'Show the total stock value at the end of a day, with the balance of the inventory account',
    access: can('view_stock', 'view_cost'),
    query: listed.list.query,
    reply: z.object({
      as_at: calendarDate,
      /** Of all stock, whatever the filters, as it is in the inventory account. */
      value: money,
      account_balance: money,
      /** Of the stock that matches the search and the filters; null without any. */
      listed: money.nullable(),
    }),
  }),
};

export type ValuationRow = z.output<typeof valuationRow>;
