import { addDays, type CalendarDate } from './dates';

/** Month and day on which a firm's year starts: `04-01` is 1 April. Not 29 February, which most years lack. */
export type YearStart = string;

/** Unless the firm says otherwise (rule D4). */
export const usualYearStart: YearStart = '04-01';

/** The first and last day of the financial year that a day is in (rules D3, D4). */
export function financialYearOf(
  date: CalendarDate,
  start: YearStart,
): { from: CalendarDate; to: CalendarDate } {
  const year = Number(date.slice(0, 4));
  const first = date.slice(5) < start ? year - 1 : year;
  const from = `${String(first).padStart(4, '0')}-${start}`;
  const next = `${String(first + 1).padStart(4, '0')}-${start}`;
  return { from, to: addDays(next, -1) };
}
