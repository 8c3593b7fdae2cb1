import { sql } from 'kysely';
import type { QueryOf } from '#domain/kernel/call';
import {
  addDays,
  type CalendarDate,
  formatDate,
  implausibleDate,
  isPlausibleDate,
  londonDate,
} from '#domain/kernel/dates';
import { financialYearOf, type YearStart } from '#domain/kernel/financial-year';
import { type Pence, toPence } from '#domain/kernel/money';
import {
  balanceSheet,
  type SheetLine,
  type FinancialPosition,
  type AccountBalance,
} from '#domain/reports/balance-sheet';
import type { BalanceSheet, balanceSheets } from '#domain/reports/balance-sheet.contract';
import { dayYearEarlier } from '#domain/kernel/period';
import { findYearStart } from '../../kernel/company';
import { findYearEndWithin, ledgerBeforeYearEnds } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { findAgedTotal } from '../wallet';
import { changeColumns, withPrevious } from './compared-figures';
import { reportFile } from './report-file';

type Row = AccountBalance & { readonly earlier: Pence };

/**
 * The first day of the financial year of a day (rule D4). Years stay closed when the setting changes (rule L5): the year
 * begins no earlier than the day after the last one that was closed, and on such a last day it is the year that was closed.
 */
async function yearFrom(db: Reader, asAt: CalendarDate, yearStart: YearStart): Promise<CalendarDate> {
  const { from, to } = financialYearOf(asAt, yearStart);
  const closed = await findYearEndWithin(db, { from, to: asAt, except: to });
  if (closed === null) return from;
  const next = addDays(closed, 1);
  return closed === asAt ? yearFrom(db, asAt, next.slice(5)) : next;
}

/**
 * The position at the end of a day, with profit from before that financial year shown separately. Whether the year itself
 * is closed makes no difference.
 */
async function positionAt(db: Reader, asAt: CalendarDate, from: CalendarDate): Promise<FinancialPosition> {
  const [{ rows }, customers, suppliers] = await Promise.all([
    sql<Row>`
      select a.code, a.name, a.kind, a.is_long_term, sums.balance, sums.earlier from (
        select account_code as code, sum(debit_pence - credit_pence)::bigint as balance,
          coalesce(sum(debit_pence - credit_pence) filter (where business_date < ${from}), 0)::bigint as earlier
        from ${ledgerBeforeYearEnds(from)} where business_date <= ${asAt} group by 1
      ) sums join accounts a on a.code = sums.code order by a.code`.execute(db),
    findAgedTotal(db, 'customer', asAt),
    findAgedTotal(db, 'supplier', asAt),
  ]);
  const isEarned = ({ kind }: Row) => kind === 'income' || kind === 'expense';
  return {
    accounts: rows,
    earlier: toPence(rows.filter(isEarned).reduce((all, row) => all + row.earlier, 0)),
    receivables: customers.owed,
    customer_credit: customers.credit,
    payables: suppliers.owed,
    prepayments: suppliers.credit,
  };
}

/** The balance sheet at the end of a day (rule W8), with the same day a year before. */
export async function findBalanceSheet(
  db: Reader,
  query: QueryOf<typeof balanceSheets.show>,
  now: Date,
): Promise<BalanceSheet> {
  const asAt = query.as_at ?? londonDate(now);
  if (!isPlausibleDate(asAt)) throw invalid({ as_at: implausibleDate });
  const yearStart = await findYearStart(db);
  const comparedAt = query.compare ? dayYearEarlier(asAt) : null;
  const from = await yearFrom(db, asAt, yearStart);
  const comparedFrom = comparedAt && (await yearFrom(db, comparedAt, yearStart));
  const [current, before] = await Promise.all([
    positionAt(db, asAt, from),
    comparedAt && comparedFrom && positionAt(db, comparedAt, comparedFrom),
  ]);
  return {
    as_at: asAt,
    compared_at: comparedAt,
    year_from: from,
    compared_year_from: comparedFrom,
    lines: balanceSheet(current, before || null),
  };
}

const columns = ({ as_at, compared_at }: BalanceSheet): readonly Column<SheetLine>[] => [
  { header: 'Account', kind: 'text', width: 10, value: line => line.code },
  {
    header: 'Name',
    kind: 'text',
    width: 44,
    value: line => line.label,
    isIndented: ({ kind }) => kind === 'account',
  },
  {
    header: compared_at ? formatDate(as_at) : 'Amount',
    kind: 'money',
    width: 16,
    value: line => line.amount,
  },
  ...(compared_at
    ? [
        {
          header: formatDate(compared_at),
          kind: 'money',
          width: 16,
          value: (line: SheetLine) => line.before,
        } as const,
        ...changeColumns<SheetLine>(line => [line.amount, line.before]),
      ]
    : []),
];

/** Exports it as a file. */
export async function exportBalanceSheet(
  db: Reader,
  query: QueryOf<typeof balanceSheets.export>,
  now: Date,
): Promise<FileReply> {
  const found = await findBalanceSheet(db, query, now);
  const report = {
    name: `balance-sheet-${found.as_at}`,
    title: 'Balance Sheet',
    subtitle: `As at ${formatDate(found.as_at)}`,
    facts: [
      {
        heading: 'Totals',
        facts: found.lines
          .filter(({ kind }) => kind !== 'account')
          .map(({ label, amount, before }) => [label, withPrevious(amount, before ?? undefined)] as const),
      },
    ],
    columns: columns(found),
    rows: found.lines,
    empty: 'No postings up to this date.',
  };
  return reportFile(db, report, { format: query.format, now });
}
