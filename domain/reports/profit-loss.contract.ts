import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';
import { compareQuery, orNone, periodQuery, periodReply, reportFormat, share } from './report-query';

const step = z.enum(['month', 'quarter', 'year'], 'Split by: month, quarter, year.');
const query = { ...periodQuery, ...compareQuery, step: orNone(step) };

const profitLine = z.object({
  /** The code of an account, or the name of a section or result. */
  key: z.string(),
  kind: z.enum(['account', 'total', 'result']),
  code: z.string().nullable(),
  label: z.string(),
  amount: money,
  before: money.nullable(),
  /** The amount in each of the `steps` of the report. */
  steps: z.array(money).readonly(),
  /** Percentage of revenue. */
  percent: share,
});

const profitAndLossReply = z.object({
  ...periodReply,
  steps: z.array(z.object({ from: calendarDate, to: calendarDate })),
  /** Cost of sales, and every result that would reveal it, need permission to see cost. */
  lines: z.array(profitLine),
});

/** Rule R3: accrual basis, excluding VAT, from the general ledger only. */
export const profitAndLosses = {
  show: call('GET', '/reports/profit-loss', {
    summary: 'Show the profit and loss of a period',
    access: can('view_dashboard'),
    query: z.strictObject(query),
    reply: profitAndLossReply,
  }),
  export: call('GET', '/reports/profit-loss/export', {
    summary: 'Export the profit and loss as a CSV, XLSX or PDF file',
    access: can('view_dashboard', 'export_data'),
    query: z.strictObject({ ...query, format: reportFormat }),
    reply: z.unknown(),
    replyKind: 'file',
    perMinute: 20,
  }),
};

export type ProfitAndLoss = z.output<typeof profitAndLossReply>;
