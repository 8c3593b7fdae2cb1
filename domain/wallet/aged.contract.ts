import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id, idFilter } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { money } from '../kernel/money';

const access = can('view_ledger');

const ages = {
  not_due: money,
  days_30: money,
  days_60: money,
  days_90: money,
  over_90: money,
  /** Money and credit notes that nothing has used up: never netted into the others (rule R6). */
  unallocated: money,
  /** What customers owe us, or we suppliers, on balance. */
  total: money,
};
const agedRow = z.object({ id, name: z.string(), email: z.string().nullable(), ...ages });
const agedTotals = z.object({
  ...ages,
  /** Those who owe, or are owed, on balance; never netted with those in credit (rule W8). */
  owed: money,
  /** Past its day. */
  overdue: money,
  /** Those in credit on balance. */
  credit: money,
  /** What account 1100 or 2100 says at the end of the day: the same (rule R6). */
  account: money,
});

const agedCalls = <const Path extends string>(path: Path, owed: string) => ({
  totals: call('GET', `${path}/totals`, {
    summary: `Show the total owed ${owed}, by age`,
    access,
    query: z.strictObject({ as_at: calendarDate.optional() }),
    reply: agedTotals,
  }),
  ...listCalls(path, {
    summary: `List the amounts owed ${owed}, by age`,
    access,
    exportAccess: can('view_ledger', 'export_data'),
    listing: {
      sort: ['name', 'total'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: {
        as_at: calendarDate,
        party_id: idFilter,
        overdue: z.enum(['yes'], 'Choose Overdue, or leave this filter out.'),
        /** Due within so many days after the day at hand, or overdue. */
        due_within: z.string().regex(/^(?:\d|[1-8]\d|90)$/, 'Enter whole days from 0 to 90.'),
      },
    },
    row: agedRow,
  }),
});

export const agedCreditors = agedCalls('/aged-creditors', 'to suppliers');
export const agedDebtors = agedCalls('/aged-debtors', 'by customers');

export type AgedRow = z.output<typeof agedRow>;
export type AgedTotals = z.output<typeof agedTotals>;
