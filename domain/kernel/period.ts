import * as z from 'zod';
import { addDays, type CalendarDate, formatDate } from './dates';
import { financialYearOf, type YearStart } from './financial-year';
import './plain-errors';

/** The named periods, in London days (rules D3, D4). */
export const periodNames = {
  today: 'Today',
  yesterday: 'Yesterday',
  this_week: 'This week',
  last_week: 'Last week',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_year: 'This financial year',
  last_year: 'Last financial year',
} as const;
export type PeriodName = keyof typeof periodNames;
export const periodName = z.enum(
  Object.keys(periodNames) as [PeriodName, ...PeriodName[]],
  'Choose one of the periods.',
);

/** Both days are included. */
export type Period = { readonly from: CalendarDate; readonly to: CalendarDate };

/** The longest period of a report: a hundred years, more than any books hold. */
export const maxPeriodDays = 36_525;

export const monthOf = (date: CalendarDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const firstOfMonth = (month: number): CalendarDate =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
export const months = (first: number, count: number): Period => ({
  from: firstOfMonth(first),
  to: addDays(firstOfMonth(first + count), -1),
});

/** The number of days in a period. */
export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** `1 Nov 2026 to 30 Nov 2026`; a single date for one day. */
export const daysInWords = ({ from, to }: Period): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;

/** The name of a column with the figures of a period, without what both days share: `1–30 Jun 2026`. */
export function namePeriod({ from, to }: Period): string {
  const [first, last] = [formatDate(from), formatDate(to)];
  if (from === to) return last;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${first.split(' ')[0]}–${last}`;
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} – ${last}`;
}

/** Weeks begin on Monday, as in the United Kingdom. */
export function weekOf(date: CalendarDate): Period {
  const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = addDays(date, -day);
  return { from, to: addDays(from, 6) };
}

/** Quarters follow the financial year: they begin with it and every third month after. */
export function quarterOf(date: CalendarDate, start: YearStart, back: number): Period {
  const first = Number(start.slice(0, 2)) - 1;
  const day = start.slice(2);
  const month = monthOf(date) - (`-${date.slice(8)}` < day ? 1 : 0);
  const started = month - ((((month - first) % 3) + 3) % 3) - 3 * back;
  const begins = (at: number) => `${firstOfMonth(at).slice(0, 7)}${day}`;
  return { from: begins(started), to: addDays(begins(started + 3), -1) };
}

/** The days of a named period, relative to a day. */
export function periodOf(name: PeriodName, today: CalendarDate, start: YearStart): Period {
  const year = financialYearOf(today, start);
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_week':
      return weekOf(today);
    case 'last_week':
      return weekOf(addDays(today, -7));
    case 'last_7_days':
      return { from: addDays(today, -6), to: today };
    case 'last_30_days':
      return { from: addDays(today, -29), to: today };
    case 'this_month':
      return months(monthOf(today), 1);
    case 'last_month':
      return months(monthOf(today) - 1, 1);
    case 'this_quarter':
      return quarterOf(today, start, 0);
    case 'last_quarter':
      return quarterOf(today, start, 1);
    case 'this_year':
      return year;
    case 'last_year':
      return financialYearOf(addDays(year.from, -1), start);
  }
}

export const comparisonNames = { previous: 'Previous period', year: 'Same days last year' } as const;
export type Comparison = keyof typeof comparisonNames;

/** The same date a year earlier; 29 February becomes 28 February. */
function yearEarlier(date: CalendarDate): CalendarDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  return date.endsWith('-02-29') ? `${year}-02-28` : year + date.slice(4);
}

const isMonthEnd = (date: CalendarDate) => addDays(date, 1).endsWith('-01');

/** The same day a year earlier for figures at the end of a day: the last day of a month stays the last. */
export function dayYearEarlier(date: CalendarDate): CalendarDate {
  const day = yearEarlier(date);
  return isMonthEnd(date) ? addDays(firstOfMonth(monthOf(day) + 1), -1) : day;
}

/** The number of whole quarters, or zero. Years are four. */
function wholeQuarters({ from, to }: Period, start: YearStart): number {
  const next = addDays(to, 1);
  const begins = (date: CalendarDate) => quarterOf(date, start, 0).from === date;
  return begins(from) && begins(next) ? (monthOf(next) - monthOf(from)) / 3 : 0;
}

/**
 * The period to compare with: whole months with as many whole months before, whole quarters and financial years with as
 * many before, on whatever day they begin (rule D4), and anything else with as many days. A year earlier, the last day of
 * a month stays the last.
 */
export function comparedWith(period: Period, comparison: Comparison, start: YearStart): Period {
  const { from, to } = period;
  const isWholeMonths = from.endsWith('-01') && isMonthEnd(to);
  if (comparison === 'year')
    return { from: yearEarlier(from), to: isWholeMonths ? dayYearEarlier(to) : yearEarlier(to) };
  if (isWholeMonths) {
    const count = monthOf(to) - monthOf(from) + 1;
    return months(monthOf(from) - count, count);
  }
  const quarters = wholeQuarters(period, start);
  return {
    from: quarters > 0 ? quarterOf(from, start, quarters).from : addDays(from, -daysIn(period)),
    to: addDays(from, -1),
  };
}
