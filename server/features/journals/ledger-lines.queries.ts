import { type RawBuilder, sql } from 'kysely';
import type { JournalKind } from '#domain/accounting/journal-kind';
import type { LedgerLine } from '#domain/journals/ledger-line.contract';
import { balanceRuns } from '#domain/journals/running-balance';
import { countsInLedgerPart, type LedgerPart } from '#domain/accounting/ledger-parts';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import { toPence } from '#domain/kernel/money';
import {
  documentLink,
  hasWords,
  isNoYearEnd,
  isShown,
  isWithinOtherWages,
  ledgerBeforeYearEnds,
  lineAmount,
  orWages,
  type Wages,
  wagesWords,
} from '../../kernel/ledger';
import { rowsIn } from '../../kernel/row-counts';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  isAmong,
  isAmongWords,
  isUnfiltered,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type LineFilter = Wages & {
  readonly search?: string | undefined;
  readonly account?: readonly string[] | undefined;
  readonly part?: readonly LedgerPart[] | undefined;
  readonly supplier_id?: readonly number[] | undefined;
  readonly kind?: readonly JournalKind[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly unclosed_from?: CalendarDate | undefined;
  readonly sort_order: SortOrder;
};

/** A filter with the accounts it matches; undefined for all. */
type Narrowed = LineFilter & { readonly accounts: readonly string[] | undefined };

const narrowed = async <F extends LineFilter>(db: Reader, filter: F) => ({
  ...filter,
  accounts: await accountsOf(db, filter),
});

async function accountsOf(db: Reader, { account, part }: Pick<LineFilter, 'account' | 'part'>) {
  if (!part) return account;
  const { rows } = await sql<{ code: string; kind: string }>`select code, kind from accounts`.execute(db);
  return rows
    .filter(row => part.some(one => countsInLedgerPart(one, row)) && (account?.includes(row.code) ?? true))
    .map(({ code }) => code);
}

const isOfAccounts = (accounts: readonly string[] | undefined) =>
  accounts && isAmongWords(sql`account_code`, accounts);

const conditions = (filter: Narrowed, more?: RawBuilder<unknown>): RawBuilder<unknown> =>
  where(
    isOfAccounts(filter.accounts),
    filter.supplier_id && isAmong(sql`l.supplier_id`, filter.supplier_id),
    filter.from !== undefined && sql`l.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`l.business_date <= ${filter.to}`,
    filter.unclosed_from !== undefined && isNoYearEnd(sql`l.journal_id`, filter.unclosed_from),
    filter.kind && isAmongWords(sql`j.kind`, filter.kind),
    filter.search !== undefined && hasWords(filter.search, filter),
    more,
  );

const isNarrow = (filter: Narrowed) => filter.account !== undefined || filter.supplier_id !== undefined;
const needsJournal = (filter: Narrowed) => filter.kind !== undefined || filter.search !== undefined;

// Journals are only joined if they are needed, so that the index of the lines alone can answer.
const lines = sql`journal_lines l`;
const linesOfJournals = sql`journal_lines l join journals j on j.id = l.journal_id`;
const countedIn = (filter: Narrowed) => (needsJournal(filter) ? linesOfJournals : lines);
const orderedIn = (filter: Narrowed) =>
  isNarrow(filter) && !needsJournal(filter) && !filter.foldsWages ? lines : linesOfJournals;

/**
 * By day, then in order of posting. For one account or supplier the index of its lines gives the order, for
 * the whole ledger that of the journals; both store the same days.
 */
function order(filter: Narrowed): RawBuilder<unknown> {
  const direction = filter.sort_order === 'desc' ? sql`desc` : sql`asc`;
  const [day, journal] = isNarrow(filter)
    ? [sql`l.business_date`, sql`l.journal_id`]
    : [sql`j.business_date`, sql`j.id`];
  return sql`order by ${day} ${direction}, ${journal} ${direction}, l.line_number ${direction}`;
}

type Row = Omit<LedgerLine, 'balance'>;

const columns = (wages: Wages) => sql`l.journal_id, l.line_number, l.business_date, j.kind,
  ${orWages(wages, sql`coalesce(l.description, j.narrative)`, wagesWords)} as narrative,
  ${lineAmount(wages, 'debit')} as debit, ${lineAmount(wages, 'credit')} as credit,
  jsonb_build_object('number', ${orWages(wages, sql`j.document_number`, sql`null`)},
    'link', ${documentLink(sql`j.document_type`, sql`j.document_id`)}) as document,
  jsonb_build_object('code', a.code, 'name', a.name) as account,
  case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as supplier`;

/** The lines of a filter as they are shown, in order. */
const shownLines = (filter: Narrowed, limit: RawBuilder<unknown>) =>
  sql`${orderedIn(filter)} ${conditions(filter, isShown(filter))} ${order(filter)} ${limit}`;

const rowsOf = (filter: Narrowed, limit: RawBuilder<unknown>) => sql<Row>`
  select ${columns(filter)} from (select l.* from ${shownLines(filter, limit)}) l
  join journals j on j.id = l.journal_id join accounts a on a.code = l.account_code
  left join suppliers s on s.id = l.supplier_id ${order(filter)}`;

/** Counting all lines, and those within others apart, keeps the quick ways to count. */
function totalOf({ foldsWages, ...filter }: Narrowed): RawBuilder<unknown> {
  const wages: Wages = foldsWages ? { foldsWages } : {};
  const all = isUnfiltered(filter)
    ? rowsIn('journal_lines')
    : sql`(select count(*) from ${countedIn(filter)} ${conditions({ ...filter, ...wages })})`;
  if (!foldsWages) return all;
  return sql`${all} - (select count(*) from ${linesOfJournals} ${conditions({ ...filter, ...wages }, isWithinOtherWages)})`;
}

export async function listLedgerLines(
  db: Reader,
  lineFilter: LineFilter & { page: number; per_page: number },
) {
  const query = await narrowed(db, lineFilter);
  const [found, start] = await Promise.all([
    askPage(db, query, {
      // The balance before a page is counted from the start, and so are then its rows.
      rows: balanceRuns(query.account, query)
        ? rowsOf(query, pageLimit(query))
        : asked => rowsOf(asked, pageLimit(asked)),
      total: sql<{ total: number }>`select ${totalOf(query)} as total`,
    }),
    balanceBeforePage(db, query),
  ]);
  return { ...found, data: withBalances(found.data, start, query.sort_order) };
}

/** What the lines of a filter add up to, day by day. */
const dailyTotals = (unclosedFrom: CalendarDate | undefined) =>
  unclosedFrom === undefined ? sql`ledger_by_day` : ledgerBeforeYearEnds(unclosedFrom);

/**
 * Where the balance of a page begins: after the lines before it or, in descending order, at the end less
 * those lines.
 */
async function balanceBeforePage(
  db: Reader,
  query: Narrowed & { page: number; per_page: number },
): Promise<number | null> {
  if (!balanceRuns(query.account, query)) return null;
  const { account, from, to, unclosed_from, sort_order } = query;
  const isUntil = to === undefined ? sql`true` : sql`business_date <= ${to}`;
  const isBefore = from === undefined ? sql`false` : sql`business_date < ${from}`;
  const skipped = (query.page - 1) * query.per_page;
  const { rows } = await sql<{ opening: number; closing: number; skipped: number }>`
    select coalesce(sum(debit_pence - credit_pence) filter (where ${isBefore}), 0)::bigint as opening,
      coalesce(sum(debit_pence - credit_pence), 0)::bigint as closing,
      coalesce((select sum(debit - credit) from (
        select ${lineAmount(query, 'debit')} as debit, ${lineAmount(query, 'credit')} as credit
        from ${shownLines(query, sql`limit ${skipped}`)}) before), 0)::bigint as skipped
    from ${dailyTotals(unclosed_from)} where account_code = ${account?.[0]} and ${isUntil}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  return sort_order === 'asc' ? found.opening + found.skipped : found.closing - found.skipped;
}

/** Ascending adds each line before it is shown; descending subtracts it afterwards. */
function withBalances(rows: readonly Row[], start: number | null, sortOrder: SortOrder): LedgerLine[] {
  let balance = start;
  return rows.map(row => {
    if (balance === null) return { ...row, balance: null };
    const change = row.debit - row.credit;
    if (sortOrder === 'asc') balance += change;
    const shown = toPence(balance);
    if (sortOrder === 'desc') balance -= change;
    return { ...row, balance: shown };
  });
}

/** Total debits and credits of the lines that match the filter. */
export async function totalOfLines(db: Reader, lineFilter: LineFilter) {
  const filter = await narrowed(db, lineFilter);
  const { from, to, unclosed_from, supplier_id } = filter;
  // The sums of days know the account and the day; anything else is a matter of lines.
  const isOfDays = supplier_id === undefined && !needsJournal(filter);
  const { rows } = await sql<Pick<LedgerLine, 'debit' | 'credit'>>`
    select coalesce(sum(debit_pence), 0)::bigint as debit, coalesce(sum(credit_pence), 0)::bigint as credit
    from ${
      isOfDays
        ? sql`${dailyTotals(unclosed_from)} ${where(
            isOfAccounts(filter.accounts),
            from !== undefined && sql`business_date >= ${from}`,
            to !== undefined && sql`business_date <= ${to}`,
          )}`
        : sql`${countedIn(filter)} ${conditions(filter)}`
    }`.execute(db);
  return rows[0] ?? { debit: toPence(0), credit: toPence(0) };
}

/** Every line that matches the filter, in order, in batches. */
export async function* streamLedgerLines(db: Reader, lineFilter: LineFilter): AsyncIterable<LedgerLine> {
  const filter = await narrowed(db, lineFilter);
  let balance = await balanceBeforePage(db, { ...filter, page: 1, per_page: 1 });
  for await (const row of streamRows<Row>(db, rowsOf(filter, sql``))) {
    const [line] = withBalances([row], balance, filter.sort_order);
    if (line) yield line;
    if (balance !== null)
      balance += filter.sort_order === 'asc' ? row.debit - row.credit : row.credit - row.debit;
  }
}
