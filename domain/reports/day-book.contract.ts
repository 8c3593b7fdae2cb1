import * as z from 'zod';
import { journalKind } from '../accounting/journal-kind';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { accountCodes } from '../journals/journal.contract';
import { drawnQuery, eachOrNone, periodFilters, searchFilter } from './report-query';

/** One line of a journal in the day book. Journals are always shown whole. */
const dayBookLine = z.object({
  journal_id: id,
  line_number: z.int(),
  business_date: calendarDate,
  posted_at: instant,
  kind: journalKind,
  document: z.object({ number: z.string().nullable(), link: z.string().nullable() }),
  party: z.string().nullable(),
  account: z.object({ code: z.string(), name: z.string() }),
  narrative: z.string(),
  debit: money,
  credit: money,
  /** Cumulative debits and credits from the first line of the period to this one. */
  running_debit: money,
  running_credit: money,
  person: z.string(),
});

const filters = {
  ...periodFilters,
  kind: severalOf(journalKind),
  account: accountCodes,
  person_id: severalIds('users'),
};
const access = can('view_ledger');
const exportAccess = can('view_ledger', 'export_data');

const listing = {
  sort: ['business_date'],
  defaultSort: { by: 'business_date', order: 'asc' },
  filters,
} as const;

/** Rule R9. Defaults to today. */
export const dayBook = {
  ...listCalls('/day-book', {
    summary: 'List the journals posted in a period',
    access,
    exportAccess,
    listing,
    row: dayBookLine,
  }),
  totals: call('GET', '/day-book/totals', {
    summary: 'Total the debits and credits of the day book',
    access,
    query: eachOrNone({ ...filters, search: searchFilter }),
    reply: z.object({
      from: calendarDate,
      to: calendarDate,
      journals: z.int(),
      debit: money,
      credit: money,
      people: z.array(z.object({ id, name: z.string() })),
    }),
  }),
  pdf: call('GET', '/day-book/pdf', {
    summary: 'Export the day book of a period as a PDF',
    access: exportAccess,
    query: drawnQuery(listing, {}),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 20,
  }),
};

export type DayBookLine = z.output<typeof dayBookLine>;
export type DayBookTotals = z.output<typeof dayBook.totals.reply>;
