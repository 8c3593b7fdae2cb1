import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';

const midnight = (date: CalendarDate) => Date.parse(`${date}T00:00:00Z`);

export const isWorkday = (date: CalendarDate): boolean =>
  ![0, 6].includes(new Date(midnight(date)).getUTCDay());

/** The day itself, or the Monday after a weekend: banks are closed in between. */
export const nextWorkday = (date: CalendarDate): CalendarDate =>
  isWorkday(date) ? date : nextWorkday(addDays(date, 1));

/** The day itself, or the Friday before a weekend. */
export const lastWorkday = (date: CalendarDate): CalendarDate =>
  isWorkday(date) ? date : lastWorkday(addDays(date, -1));

/** An instant during a working day; `minutes` after half past eight. */
export const duringWork = (date: CalendarDate, minutes: number): Date =>
  new Date(midnight(date) + (510 + minutes) * 60_000);

/** The last working day that has come to this minute. */
export function lastWorkdayThatReached(minutes: number, now: Date): CalendarDate {
  const date = lastWorkday(londonDate(now));
  return duringWork(date, minutes) <= now ? date : lastWorkday(addDays(date, -1));
}
