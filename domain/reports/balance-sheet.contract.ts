import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';
import { orNone, reportFormat } from './report-query';

const query = {
  as_at: orNone(calendarDate),
  compare: orNone(z.enum(['year'], 'Compare with: year.')),
};

const sheetLine = z.object({
  key: z.string(),
  kind: z.enum(['account', 'total', 'result']),
  code: z.string().nullable(),
  label: z.string(),
  amount: money,
  before: money.nullable(),
});

/** Rule W8, from the general ledger only. */
export const balanceSheets = {
  show: call('GET', '/reports/balance-sheet', {
    summary: 'Show assets, liabilities and equity at the end of a day',
    access: can('view_ledger'),
    query: z.strictObject(query),
    reply: z.object({
      as_at: calendarDate,
      compared_at: calendarDate.nullable(),
      year_from: calendarDate,
      /** The financial year of the compared day: another one if the year was moved meanwhile. */
      compared_year_from: calendarDate.nullable(),
      lines: z.array(sheetLine),
    }),
  }),
  export: call('GET', '/reports/balance-sheet/export', {
    summary: 'Export the balance sheet as a CSV, XLSX or PDF file',
    access: can('view_ledger', 'export_data'),
    query: z.strictObject({ ...query, format: reportFormat }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

export type BalanceSheet = z.output<typeof balanceSheets.show.reply>;
