import { type RawBuilder, sql } from 'kysely';
import type { JournalKind } from '#domain/accounting/journal-kind';
import type { SortOrder } from '#domain/kernel/list-query';
import { type Pence, toPence } from '#domain/kernel/money';
import type { DayBookLine, DayBookTotals } from '#domain/reports/day-book.contract';
import type { Period } from '#domain/kernel/period';
import {
  documentLink,
  hasWords,
  isShown,
  isWithinOtherWages,
  lineAmount,
  orWages,
  type Wages,
  wagesWords,
} from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { isAmong, isAmongWords, pageFrom, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { partyOf } from './party-of';

export type DayBookFilter = Wages & {
  readonly kind?: readonly JournalKind[] | undefined;
  readonly account?: readonly string[] | undefined;
  readonly person_id?: readonly number[] | undefined;
  readonly search?: string | undefined;
};
type Ordered = DayBookFilter & { readonly sort_order: SortOrder };

/** Filters select whole journals, never single lines, so that debits always equal credits (rule R9). */
const conditions = ({ from, to }: Period, filter: DayBookFilter, more?: RawBuilder<unknown>) =>
  where(
    sql`j.business_date between ${from} and ${to}`,
    filter.kind && isAmongWords(sql`j.kind`, filter.kind),
    filter.account &&
      sql`exists (select from journal_lines t where t.journal_id = j.id and ${isAmongWords(sql`t.account_code`, filter.account)})`,
    filter.person_id && isAmong(sql`j.posted_by`, filter.person_id),
    filter.search !== undefined && hasWords(filter.search, filter),
    more,
  );

const linesIn = (period: Period, filter: DayBookFilter, more?: RawBuilder<unknown>) =>
  sql`journals j join journal_lines l on l.journal_id = j.id ${conditions(period, filter, more)}`;
const shownLinesIn = (period: Period, filter: DayBookFilter) => linesIn(period, filter, isShown(filter));

function order({ sort_order }: Ordered): RawBuilder<unknown> {
  const direction = sort_order === 'desc' ? sql`desc` : sql`asc`;
  return sql`order by j.business_date ${direction}, j.id ${direction}, l.line_number ${direction}`;
}

type Row = Omit<DayBookLine, 'running_debit' | 'running_credit'>;

/** The page is cut first; names are then looked up for its lines only. */
const rowsOf = (period: Period, filter: Ordered, limit: RawBuilder<unknown>) => sql<Row>`
  select l.journal_id, l.line_number, j.business_date, j.posted_at, j.kind,
    jsonb_build_object('number', ${orWages(filter, sql`j.document_number`, sql`null`)},
      'link', ${documentLink(sql`j.document_type`, sql`j.document_id`)}) as document,
    coalesce(s.name, c.name, ${partyOf}) as party, jsonb_build_object('code', a.code, 'name', a.name) as account,
    ${orWages(filter, sql`coalesce(l.description, j.narrative)`, wagesWords)} as narrative,
    ${lineAmount(filter, 'debit')} as debit, ${lineAmount(filter, 'credit')} as credit, u.name as person
  from (select l.* from ${shownLinesIn(period, filter)} ${order(filter)} ${limit}) l
    join journals j on j.id = l.journal_id join accounts a on a.code = l.account_code join users u on u.id = j.posted_by
    left join suppliers s on s.id = l.supplier_id left join customers c on c.id = l.customer_id
  ${order(filter)}`;

type Sums = { readonly lines: number; readonly debit: Pence; readonly credit: Pence };

async function sumsOf(db: Reader, lines: RawBuilder<unknown>): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) as lines, coalesce(sum(debit), 0)::bigint as debit,
      coalesce(sum(credit), 0)::bigint as credit from (${lines}) l`.execute(db);
  return rows[0] ?? { lines: 0, debit: toPence(0), credit: toPence(0) };
}

const wholeDayBook = (db: Reader, period: Period, filter: DayBookFilter) =>
  sumsOf(db, amountsOf(filter, shownLinesIn(period, filter)));
const amountsOf = (wages: Wages, lines: RawBuilder<unknown>) =>
  sql`select ${lineAmount(wages, 'debit')} as debit, ${lineAmount(wages, 'credit')} as credit from ${lines}`;

type Running = { readonly debit: number; readonly credit: number };
const nothingYet: Running = { debit: 0, credit: 0 };

/** Counts on from `start`: ascending adds a line before it is shown, descending subtracts it afterwards. */
function counting(start: Running, sortOrder: SortOrder): (row: Row) => DayBookLine {
  let { debit, credit } = start;
  return row => {
    if (sortOrder === 'asc') [debit, credit] = [debit + row.debit, credit + row.credit];
    const line = { ...row, running_debit: toPence(debit), running_credit: toPence(credit) };
    if (sortOrder === 'desc') [debit, credit] = [debit - row.debit, credit - row.credit];
    return line;
  };
}

/** One page of the day book, with running totals of the whole book up to each line. */
export async function listDayBook(
  db: Reader,
  period: Period,
  query: Ordered & { page: number; per_page: number },
) {
  const skipped = (query.page - 1) * query.per_page;
  const [{ rows }, book, before] = await Promise.all([
    rowsOf(period, query, pageLimit(query)).execute(db),
    wholeDayBook(db, period, query),
    skipped === 0
      ? nothingYet
      : sumsOf(db, amountsOf(query, sql`${shownLinesIn(period, query)} ${order(query)} limit ${skipped}`)),
  ]);
  const start =
    query.sort_order === 'asc'
      ? before
      : { debit: book.debit - before.debit, credit: book.credit - before.credit };
  return pageFrom(query, book.lines, rows.map(counting(start, query.sort_order)));
}

export async function* streamDayBook(
  db: Reader,
  period: Period,
  filter: Ordered,
): AsyncIterable<DayBookLine> {
  const start = filter.sort_order === 'asc' ? nothingYet : await wholeDayBook(db, period, filter);
  const counted = counting(start, filter.sort_order);
  for await (const row of streamRows<Row>(db, rowsOf(period, filter, sql``))) yield counted(row);
}

const journalsShown = ({ foldsWages }: Wages) =>
  foldsWages
    ? sql`count(distinct l.journal_id) filter (where not ${isWithinOtherWages})`
    : sql`count(distinct l.journal_id)`;

export async function totalOfDayBook(
  db: Reader,
  period: Period,
  filter: DayBookFilter,
): Promise<Pick<DayBookTotals, 'journals' | 'debit' | 'credit' | 'people'>> {
  const { rows } = await sql<Pick<DayBookTotals, 'journals' | 'debit' | 'credit'>>`
    select ${journalsShown(filter)}::integer as journals, coalesce(sum(l.debit_pence), 0)::bigint as debit,
      coalesce(sum(l.credit_pence), 0)::bigint as credit from ${linesIn(period, filter)}`.execute(db);
  const { rows: people } = await sql<DayBookTotals['people'][number]>`
    select u.id, u.name from users u where u.id in (select j.posted_by from journals j
      where j.business_date between ${period.from} and ${period.to}) order by lower(u.name), u.id`.execute(
    db,
  );
  return { ...(rows[0] ?? { journals: 0, debit: toPence(0), credit: toPence(0) }), people };
}
