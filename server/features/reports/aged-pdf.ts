import type { QueryOf } from '#domain/kernel/call';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { printedRows } from '#domain/kernel/list-query';
import { formatPounds } from '#domain/kernel/money';
import type { AgedTotals, agedDebtors } from '#domain/wallet/aged.contract';
import type { PartyKind } from '#domain/wallet/balance-words';
import type { Reader } from '../../platform/database/open-database';
import type { FileReply } from '../../platform/http/route';
import { agedColumns, findAgedTotals, listAged } from '../wallet';
import { reportFile, truncationNote } from './report-file';
import { fileNameAsAt, filtersInWords, namesOf } from './report-filters';

type Part = readonly [label: string, part: Exclude<keyof AgedTotals, 'listed'>];

const ages: readonly (readonly [label: string, part: keyof AgedTotals['listed']])[] = [
  ['Not due', 'not_due'],
  ['1–30 days', 'days_30'],
  ['31–60 days', 'days_60'],
  ['61–90 days', 'days_90'],
  ['Over 90 days', 'over_90'],
  ['Unallocated', 'unallocated'],
  ['Total', 'total'],
];

type Words = {
  readonly name: string;
  readonly title: string;
  readonly table: 'customers' | 'suppliers';
  readonly party: string;
  readonly all: string;
  readonly empty: string;
  readonly sums: readonly Part[];
  readonly account: string;
};
/** The words of each kind of party, as on its page. */
const kinds: Readonly<Record<PartyKind, Words>> = {
  customer: {
    name: 'aged-debtors',
    title: 'Aged Debtors',
    table: 'customers',
    party: 'Customer',
    all: 'All customers',
    empty: 'No customer owes anything.',
    sums: [
      ['Overdue', 'overdue'],
      ['Receivables', 'owed'],
      ['Customer credit held', 'credit'],
    ],
    account: '1100',
  },
  supplier: {
    name: 'aged-creditors',
    title: 'Aged Creditors',
    table: 'suppliers',
    party: 'Supplier',
    all: 'All suppliers',
    empty: 'No supplier is owed anything.',
    sums: [
      ['Bills overdue', 'overdue'],
      ['Payables', 'owed'],
      ['Supplier prepayments', 'credit'],
    ],
    account: '2100',
  },
};

/** Aged debtors or creditors at the end of a day as a PDF (rule R6), with the totals of all and of what is listed. */
export async function drawAged(
  db: Reader,
  kind: PartyKind,
  query: QueryOf<typeof agedDebtors.pdf>,
  now: Date,
): Promise<FileReply> {
  const { name, title, table, party, all, empty, sums, account } = kinds[kind];
  const { party_id } = query;
  const asAt = query.as_at ?? londonDate(now);
  const filter = { ...query, sort_by: query.sort_by ?? 'name', sort_order: query.sort_order ?? 'asc' };
  const totals = await findAgedTotals(db, kind, filter, asAt);
  const listed = await listAged(db, kind, { ...filter, page: 1, per_page: printedRows }, asAt);
  const filters = [
    ...(party_id === undefined
      ? []
      : [[party, (await namesOf(db, table, [Number(party_id)])).join('')] as const]),
    ...(await filtersInWords(db, query)),
  ];
  const report = {
    name: fileNameAsAt(name, asAt, filters),
    title,
    subtitle: `As at ${formatDate(asAt)}`,
    filters,
    facts: [
      ...(filters.length === 0
        ? []
        : [
            {
              heading: 'Listed',
              facts: ages.map(([label, part]) => [label, formatPounds(totals.listed[part])] as const),
            },
          ]),
      {
        heading: all,
        facts: [
          ...[...ages, ...sums].map(([label, part]) => [label, formatPounds(totals[part] ?? 0)] as const),
          [`Account ${account}`, formatPounds(totals.account)] as const,
          ...truncationNote(listed.total),
        ],
      },
    ],
    columns: agedColumns(party),
    rows: listed.data,
    empty: filters.length === 0 ? empty : `No ${table} match these filters.`,
  };
  return reportFile(db, report, { format: 'pdf', now });
}
