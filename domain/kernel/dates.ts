import * as z from 'zod';

/** A calendar date without a time, `YYYY-MM-DD`. Business dates are Europe/London dates (rule D1). */
export type CalendarDate = string;

/** The message for API clients; date fields on screen have their own. */
export const invalidDateFormat = 'Enter a date as year-month-day, such as 2026-11-21.';

export const calendarDate = z.iso
  .date(invalidDateFormat)
  // There is no year 0, and the database has none either.
  .refine(date => !date.startsWith('0000'), invalidDateFormat)
  .meta({ description: 'A calendar date, YYYY-MM-DD.' });

/** The days that can be entered and reported on. */
export const earliestDate: CalendarDate = '1950-01-01';
export const latestDate: CalendarDate = '2099-12-31';

/** Whether a day can be entered; others are slips, such as the years 0026 and 2206. */
export const isPlausibleDate = (date: CalendarDate): boolean => date >= earliestDate && date <= latestDate;

export const implausibleDate = 'Choose a date between 1950 and 2099.';

/** A date that is stored, in the body of a call. Filters accept any date, and replies show what was stored. */
export const enteredDate = calendarDate.refine(
  // What is no date has its message already. Other fields of the form are still checked, so nothing is aborted.
  date => !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(date) || isPlausibleDate(date),
  implausibleDate,
);

/** An instant: an ISO 8601 text in UTC on the wire, a Date inside. */
export const instant = z
  .codec(z.iso.datetime(), z.date(), { decode: text => new Date(text), encode: date => date.toISOString() })
  .meta({ description: 'An instant in UTC, ISO 8601.' });

const london = { timeZone: 'Europe/London' } as const;
const dayParts = new Intl.DateTimeFormat('en-CA', {
  ...london,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const dayMonthYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const exactMoment = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** The London calendar date of an instant (rules D1, D3). */
export const londonDate = (at: Date): CalendarDate => dayParts.format(at);

/** This many days later, or earlier when negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * 3600_000).toISOString().slice(0, 10);

/** The same day this many years later; 28 February where there is no 29th. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const later = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return calendarDate.safeParse(later).success ? later : later.replace('-02-29', '-02-28');
}

/** `2026-11-21` → `21 Nov 2026`. */
export const formatDate = (date: CalendarDate): string =>
  dayMonthYear.format(new Date(`${date}T00:00:00Z`)).replace('Sept', 'Sep');

/** An instant → its London date, `21 Nov 2026`. */
export const formatDay = (at: Date | string): string => formatDate(londonDate(new Date(at)));

/** An instant to the second in London time, for tooltips and the audit log. */
export const formatMoment = (at: Date | string): string =>
  exactMoment.format(new Date(at)).replace('Sept', 'Sep');
