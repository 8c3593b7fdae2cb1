import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';
import { stepNames } from '../kernel/steps';
import { cashCauses } from './cash-basis';
import { compareQuery, keys, orNone, periodQuery, periodReply, reportFormat, share } from './report-query';

/** When income and costs count: on the day of the invoice, or once they are settled. */
export const profitBases = { accruals: 'Accruals basis', cash: 'Cash basis' } as const;

/** The part of revenue that the Sales Summary does not have. */
export const revenueOfEntries = 'Revenue from other entries';

const step = z.enum(keys(stepNames), 'Split by: day, week, month, quarter, year.');
const basis = z.enum(keys(profitBases), 'Basis: accruals, cash.');
const query = { ...periodQuery, ...compareQuery, step: orNone(step), basis: orNone(basis) };

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
  basis,
  /**
   * What of the revenue no sale or credit note posted, such as a journal's: the Sales Summary does not have it. Null on the
   * cash basis.
   */
  revenue_of_entries: money.nullable(),
  /** From the profit on the accruals basis to the profit on the cash basis, for users who may see both. */
  reconciliation: z
    .array(
      z.object({
        key: z.enum(['accruals', ...keys(cashCauses), 'cash']),
        label: z.string(),
        amount: money,
      }),
    )
    .nullable(),
});

/** Rule R3: accrual basis, excluding VAT, from the general ledger only; or what of it was settled (decision 106). */
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
    inBackground: true,
    perMinute: 20,
  }),
};

export type ProfitAndLoss = z.output<typeof profitAndLossReply>;
