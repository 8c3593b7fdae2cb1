import * as z from 'zod';
import { addDays, type CalendarDate } from './dates';

/**
 * The month and day on which a company's financial year starts: `04-01` is 1 April. Not the 29th to 31st, which some
 * months lack.
 */
export const yearStart = z
  .string('Choose a day and a month.')
  .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, 'Choose a day from 1 to 28 and a month.')
  .meta({ description: 'Month and day, such as "04-01" for 1 April.' });
export type YearStart = z.infer<typeof yearStart>;

/** The default (rule D4). */
export const defaultYearStart: YearStart = '04-01';

/** The first and last day of the financial year of a day (rules D3, D4). */
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
