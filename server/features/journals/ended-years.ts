import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { financialYearOf, type YearStart } from '#domain/kernel/financial-year';
import { toPence } from '#domain/kernel/money';
import type { Period } from '#domain/kernel/period';
import { no, yes } from '#domain/kernel/rule-result';
import type { EndedYear } from '#domain/journals/year-end.contract';
import { findClosedDays } from '../../kernel/books-day';
import { findYearStart } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { findFirstDay, findLastYearEnd, movementsByYear } from './year-ends.queries';

/** Earlier years are closed with the first of these. */
const maxYears = 20;

/** The financial years that are over and not closed, latest first, with what a year end would carry forward. */
export async function listEndedYears(db: Reader, now: Date): Promise<EndedYear[]> {
  const [yearStart, last, first] = await Promise.all([
    findYearStart(db),
    findLastYearEnd(db),
    findFirstDay(db),
  ]);
  if (first === null) return [];
  const since = last ? addDays(last.business_date, 1) : first;
  const years = endedYears(since, londonDate(now), yearStart);
  const lastDay = years.at(-1)?.to;
  if (lastDay === undefined) return [];
  const [sums, closedDays] = await Promise.all([
    sumsUpTo(db, years, lastDay),
    findClosedDays(
      db,
      years.map(({ to }) => to),
    ),
  ]);
  return years
    .map(({ from, to }, index) => ({ from, to, ...sums(index), can_close: canClose(to, closedDays) }))
    .filter(({ isOpen }) => isOpen)
    .map(({ isOpen: _isOpen, ...year }) => year)
    .reverse();
}

/** The years from that of a day on whose last day is over. */
function endedYears(since: CalendarDate, today: CalendarDate, yearStart: YearStart): Period[] {
  const years: Period[] = [];
  for (let year = financialYearOf(since, yearStart); year.to < today; ) {
    years.push(year);
    year = financialYearOf(addDays(year.to, 1), yearStart);
  }
  return years.slice(-maxYears);
}

const canClose = (to: CalendarDate, closedDays: ReadonlySet<CalendarDate>) =>
  closedDays.has(to)
    ? no(`${formatDate(to)} is locked or in a filed VAT return, so nothing can be posted to it.`)
    : yes;

/** Income, expenses and profit of the accounts up to the end of a year, by its number. */
async function sumsUpTo(db: Reader, years: readonly Period[], through: CalendarDate) {
  const movements = await movementsByYear(
    db,
    years.map(({ from }) => from),
    through,
  );
  return (index: number) => {
    const upTo = movements.filter(({ year }) => year <= index);
    const of = (kind: 'income' | 'expense') =>
      upTo.reduce((sum, row) => sum + (row.kind === kind ? row.balance : 0), 0);
    const balances = new Map<string, number>();
    for (const { code, balance } of upTo) balances.set(code, (balances.get(code) ?? 0) + balance);
    const [income, expenses] = [toPence(0 - of('income')), toPence(of('expense'))];
    return {
      income,
      expenses,
      profit: toPence(income - expenses),
      isOpen: [...balances.values()].some(balance => balance !== 0),
    };
  };
}
