import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { optionalText } from '../kernel/fields';
import { money } from '../kernel/money';
import { journalDetail } from './journal.contract';

/** A financial year that is over, with what a year end would carry to retained earnings. */
const endedYear = z.object({
  from: calendarDate,
  to: calendarDate,
  /** Everything up to the last day that no year end has closed, so that of earlier years too. */
  income: money,
  expenses: money,
  /** Negative for a loss. */
  profit: money,
  can_close: z.object({ allowed: z.boolean(), reason: z.string().optional() }),
});

export const yearEnds = {
  show: call('GET', '/journals/year-end', {
    summary: 'Show the financial years that can be closed, with the profit or loss to carry forward',
    access: can('view_ledger', 'adjust_ledger'),
    reply: z.object({ data: z.array(endedYear) }),
  }),
  close: call('POST', '/journals/year-end', {
    summary: 'Close a financial year: carry its income and expenses to retained earnings (rule L5)',
    // Its journal is dated on the last day of the year, which is over.
    access: can('adjust_ledger', 'backdate'),
    body: z.strictObject({
      /** The last day of the financial year. */
      year_end: enteredDate,
      date_reason: optionalText('Reason', 300),
    }),
    reply: journalDetail,
  }),
};

export type EndedYear = z.output<typeof endedYear>;
