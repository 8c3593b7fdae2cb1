import * as z from 'zod';

/** A calendar date without a time, `YYYY-MM-DD`. Business dates are Europe/London dates (rule D1). */
export type CalendarDate = string;

/** The message for API clients; date fields on screen have their own. */
export const invalidDateFormat = 'Enter a date as year-month-day, such as 2026-11-21.';

export const calendarDate = z.iso
  .date(invalidDateFormat)
  .meta({ description: 'A calendar date, YYYY-MM-DD.' });

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

/** `2026-11-21` → `21 Nov 2026`. */
export const formatDate = (date: CalendarDate): string =>
  dayMonthYear.format(new Date(`${date}T00:00:00Z`)).replace('Sept', 'Sep');

/** An instant → its London date, `21 Nov 2026`. */
export const formatDay = (at: Date | string): string => formatDate(londonDate(new Date(at)));

/** An instant to the second in London time, for tooltips and the audit log. */
export const formatMoment = (at: Date | string): string =>
  exactMoment.format(new Date(at)).replace('Sept', 'Sep');
