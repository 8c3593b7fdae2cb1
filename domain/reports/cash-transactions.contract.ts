import * as z from 'zod';
import { journalKind } from '../accounting/journal-kind';
import { profitPart } from '../accounting/profit-parts';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { money } from '../kernel/money';
import { cashCauses, goodsLine } from './cash-basis';
import { eachOrNone, keys, periodFilters, share } from './report-query';

/** A figure of the profit and loss on the cash basis: an account, a section, a result, or a cause of the reconciliation. */
const chooseFigure = 'Choose a figure of the profit and loss.';
const cashFigure = z.union(
  [
    z.string().regex(/^[1-9]\d{3}$/, chooseFigure),
    z.enum([goodsLine, ...profitPart.options, ...keys(cashCauses)]),
  ],
  chooseFigure,
);

/** A document, or a journal, in so far as it counts on a day in one line of the report. */
const cashTransaction = z.object({
  business_date: calendarDate,
  journal_id: id,
  kind: journalKind,
  /** Named for users who can see the document elsewhere, like the party and the narrative. */
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  party: z.string().nullable(),
  narrative: z.string().nullable(),
  line: z.object({ key: z.string(), label: z.string() }),
  /** What the whole document has in this line, without VAT. */
  net: money,
  /** What was settled on this day of the document's total, with VAT; null if it counts in full on its date. */
  settled: money.nullable(),
  total: money.nullable(),
  /** The settled part of the total. */
  proportion: share,
  /** What counts. */
  amount: money,
});

const filters = { ...periodFilters, figure: cashFigure };
const access = can('view_dashboard');

/**
 * What is behind the figures of the profit and loss on the cash basis (decision 106); it adds up to them. Without a
 * figure, all that the user may see. Cost, pay and the reconciliation need their own permissions, as in the report.
 */
export const cashTransactions = {
  ...listCalls('/reports/cash-basis', {
    summary: 'List the transactions behind a figure of the profit and loss on the cash basis',
    access,
    exportAccess: can('view_dashboard', 'export_data'),
    listing: {
      sort: ['business_date', 'amount'],
      defaultSort: { by: 'business_date', order: 'desc' },
      filters,
    },
    row: cashTransaction,
  }),
  totals: call('GET', '/reports/cash-basis/totals', {
    summary: 'Total the transactions behind a figure of the profit and loss on the cash basis',
    access,
    query: eachOrNone(filters),
    reply: z.object({
      from: calendarDate,
      to: calendarDate,
      count: z.int(),
      amount: money,
      /** The figures that the user may ask for. */
      figures: z.array(z.object({ key: z.string(), label: z.string() })),
    }),
  }),
};

export type CashTransaction = z.output<typeof cashTransaction>;
export type CashTransactionTotals = z.output<typeof cashTransactions.totals.reply>;
