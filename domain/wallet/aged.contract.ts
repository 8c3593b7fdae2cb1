import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id, idFilter, idsFilter } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { money } from '../kernel/money';
import { drawnQuery } from '../reports/report-query';
import { dueWithin } from '../kernel/due-within';

const access = can('view_ledger');

const ages = {
  not_due: money,
  days_30: money,
  days_60: money,
  days_90: money,
  over_90: money,
  /** Unallocated money and credit notes, never netted with the others (rule R6). */
  unallocated: money,
  /** The net balance that customers owe us, or we owe suppliers. */
  total: money,
};
const agedRow = z.object({ id, name: z.string(), email: z.string().nullable(), ...ages });
const agedTotals = z.object({
  ...ages,
  /** Not overdue, and due within the days asked for; absent if none were. */
  due_soon: money.optional(),
  /** Parties with a net balance owed; never netted with those in credit (rule W8). */
  owed: money,
  /** The overdue part. */
  overdue: money,
  /** Parties with a net balance in credit. */
  credit: money,
  /** The balance of account 1100 or 2100 at the end of the day, which must be the same (rule R6). */
  account: money,
  /** Of the parties that match the search and the filters; the others are of all parties. */
  listed: z.object(ages),
});

const exportAccess = can('view_ledger', 'export_data');
const listing = {
  sort: ['name', 'total'],
  defaultSort: { by: 'name', order: 'asc' },
  filters: {
    as_at: calendarDate,
    party_id: idFilter,
    ids: idsFilter,
    overdue: z.enum(['yes'], 'Choose Overdue, or omit this filter.'),
    /** Due within this many days after the day, or overdue. */
    due_within: dueWithin,
  },
} as const;

/** The filter in words, as on the page and in its files. */
export const overdueWords = 'Overdue only';

function agedCalls<const Path extends string>(path: Path, owed: string) {
  const listed = listCalls(path, {
    summary: `List the amounts owed ${owed}, by age`,
    access,
    exportAccess,
    listing,
    row: agedRow,
  });
  const totals = call('GET', `${path}/totals`, {
    summary: `Show the total owed ${owed}, by age, and that of a list`,
    access,
    query: listed.list.query,
    reply: agedTotals,
  });
  const pdf = call('GET', `${path}/pdf`, {
    summary: `Export the amounts owed ${owed}, by age, as a PDF`,
    access: exportAccess,
    query: drawnQuery(listing, {}),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  });
  return { ...listed, totals, pdf };
}

export const agedCreditors = agedCalls('/aged-creditors', 'to suppliers');
export const agedDebtors = agedCalls('/aged-debtors', 'by customers');

export type AgedRow = z.output<typeof agedRow>;
export type AgedTotals = z.output<typeof agedTotals>;
