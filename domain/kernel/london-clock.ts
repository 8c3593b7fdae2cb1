import { type CalendarDate, londonDate } from './dates';

const clockParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The London time of day of an instant, `08:59`. */
export const londonTime = (at: Date): string => clockParts.format(at);

/** An instant in the format of a date and time field, in London time: `2026-11-21T08:59`. */
export const londonClock = (at: Date): `${CalendarDate}T${string}` => `${londonDate(at)}T${londonTime(at)}`;

const clockPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * The instant of a London date and time, `2026-11-21T08:59`; null for invalid text. In the hour that occurs twice in
 * October it is the first; one skipped in March is an hour later (rule D2).
 */
export function londonInstant(clock: string): Date | null {
  const text = clockPattern.exec(clock)?.[0];
  const asUtc = text === undefined ? Number.NaN : Date.parse(`${text}:00Z`);
  if (text === undefined || Number.isNaN(asUtc)) return null;
  // London is never behind UTC, and never more than an hour ahead.
  const inSummer = new Date(asUtc - 3600_000);
  return londonClock(inSummer) === text ? inSummer : new Date(asUtc);
}
