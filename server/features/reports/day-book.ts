import { journalKindNames } from '#domain/accounting/journal-kind';
import type { QueryOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { londonTime } from '#domain/kernel/london-clock';
import type { DayBookLine, DayBookTotals, dayBook } from '#domain/reports/day-book.contract';
import { printedRows } from '#domain/kernel/list-query';
import type { PeriodRequest } from '#domain/reports/report-query';
import { daysInWords } from '#domain/kernel/period';
import { wagesFor } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { listDayBook, streamDayBook, totalOfDayBook } from './day-book.queries';
import { reportFile, truncationNote } from './report-file';
import { fileNameOf, filtersInWords } from './report-filters';
import { type ResolvedPeriod, resolvePeriod } from './resolve-period';

/** The day book defaults to today. */
const daysOf = (db: Reader, request: PeriodRequest, now: Date): Promise<ResolvedPeriod> => {
  const { period, from, to } = request;
  return resolvePeriod(db, { period: period ?? 'today', from, to }, now);
};

type Context = { readonly actor: Actor; readonly now: Date };

export const findDayBook = async (db: Reader, query: QueryOf<typeof dayBook.list>, { actor, now }: Context) =>
  listDayBook(db, await daysOf(db, query, now), { ...query, ...wagesFor(actor) });

/** Total debits and credits (rule R9), and who posted in the period. */
export async function findDayBookTotals(
  db: Reader,
  query: QueryOf<typeof dayBook.totals>,
  { actor, now }: Context,
): Promise<DayBookTotals> {
  const period = await daysOf(db, query, now);
  return {
    from: period.from,
    to: period.to,
    ...(await totalOfDayBook(db, period, { ...query, ...wagesFor(actor) })),
  };
}

const columns: readonly Column<DayBookLine>[] = [
  { header: 'Date', kind: 'date', width: 12, value: line => line.business_date },
  { header: 'Posted at', kind: 'text', width: 10, value: line => londonTime(line.posted_at) },
  { header: 'Journal', kind: 'integer', width: 10, value: line => line.journal_id },
  { header: 'Kind', kind: 'text', width: 20, value: line => journalKindNames[line.kind] },
  { header: 'Document', kind: 'text', width: 14, value: line => line.document.number },
  { header: 'Party', kind: 'text', width: 24, value: line => line.party },
  {
    header: 'Account',
    kind: 'text',
    width: 26,
    value: ({ account }) => `${account.code} ${account.name}`,
  },
  { header: 'Description', kind: 'text', width: 40, value: line => line.narrative },
  { header: 'By', kind: 'text', width: 18, value: line => line.person },
  { header: 'Debit', kind: 'money', width: 14, value: line => line.debit || null },
  { header: 'Credit', kind: 'money', width: 14, value: line => line.credit || null },
  { header: 'Cumulative debits', kind: 'money', width: 14, value: line => line.running_debit },
  { header: 'Cumulative credits', kind: 'money', width: 14, value: line => line.running_credit },
];

export async function exportDayBook(
  db: Reader,
  query: QueryOf<typeof dayBook.export>,
  { actor, now }: Context,
): Promise<FileReply> {
  const period = await daysOf(db, query, now);
  const rows = streamDayBook(db, period, { ...query, ...wagesFor(actor) });
  const fileName = fileNameOf('day-book', period, await filtersInWords(db, query));
  return exportReply(fileName, query.format, columns, rows);
}

const spreadsheetOnly = new Set(['By', 'Cumulative debits', 'Cumulative credits']);

export async function drawDayBook(
  db: Reader,
  query: QueryOf<typeof dayBook.pdf>,
  context: Context,
): Promise<FileReply> {
  const found = await findDayBookTotals(db, query, context);
  const { debit, credit, journals } = found;
  const listed = await listDayBook(db, found, {
    ...query,
    ...wagesFor(context.actor),
    sort_order: query.sort_order ?? 'asc',
    page: 1,
    per_page: printedRows,
  });
  const filters = await filtersInWords(db, query);
  const report = {
    name: fileNameOf('day-book', found, filters),
    title: 'Day Book',
    subtitle: daysInWords(found),
    filters,
    facts: [
      {
        heading: 'Totals',
        facts: [
          ['Journals', journals.toLocaleString('en-GB')],
          ['Debits', formatPounds(debit)],
          ['Credits', formatPounds(credit)],
          ...truncationNote(listed.total),
        ] as const,
      },
    ],
    columns: columns.filter(({ header }) => !spreadsheetOnly.has(header)),
    rows: listed.data,
    empty: 'No postings in this period.',
  };
  return reportFile(db, report, { format: 'pdf', now: context.now });
}
