import { addDays, type CalendarDate, londonDate } from '../kernel/dates';

const hourOfLondon = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
});
const hourMs = 3600_000;

/** The hour in London. */
export const londonHour = (at: Date): number => Number(hourOfLondon.format(at));

/**
 * The first moment of a London day at or after this hour. In the night that skips the hour it is the next one; in the
 * night that repeats it, the first.
 */
export function momentOf(day: CalendarDate, hour: number): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // London is at UTC or an hour ahead of it.
  for (let at = midnight - hourMs; ; at += hourMs) {
    const moment = new Date(at);
    if (londonDate(moment) === day && londonHour(moment) >= hour) return moment;
  }
}

/** Backups made for a day so far, finished or in progress. */
export type AttemptsOfDay = {
  readonly count: number;
  readonly isDone: boolean;
  readonly lastEndedAt: Date | null;
};

const maxAttempts = 3;

/**
 * The London day for which a backup is due at `now`, or null. It is due from its hour on, so also later when the server
 * was off; a failed one is retried after an hour, three times in all. A database first started or restored at `since`
 * waits for its first hour: what came due before then is not caught up.
 */
export function dueDay(
  now: Date,
  hour: number,
  tries: AttemptsOfDay,
  since: Date | null,
): CalendarDate | null {
  const day = londonDate(now);
  const moment = momentOf(day, hour);
  if (now < moment || tries.isDone || tries.count >= maxAttempts) return null;
  if (tries.count > 0) {
    const isRested = tries.lastEndedAt !== null && now.getTime() - tries.lastEndedAt.getTime() >= hourMs;
    return isRested ? day : null;
  }
  const isInTheHour = now.getTime() - moment.getTime() < hourMs;
  return isInTheHour || (since !== null && since <= moment) ? day : null;
}

/** When the next backup is due. */
export function nextMoment(now: Date, hour: number): Date {
  const today = londonDate(now);
  const moment = momentOf(today, hour);
  return moment > now ? moment : momentOf(addDays(today, 1), hour);
}

/**
 * Whether the base backup of the day is due: when there is none that is verified, or the newest one is from before the
 * last time the hour came. After a failure it waits for an hour.
 */
export function isBaseBackupDue(
  now: Date,
  hour: number,
  newest:
    | { readonly finishedAt: Date; readonly checkedAt: Date | null; readonly reasons: readonly string[] }
    | undefined,
  lastFailedAt: Date | null,
): boolean {
  if (lastFailedAt !== null && now.getTime() - lastFailedAt.getTime() < hourMs) return false;
  if (!newest || newest.checkedAt === null || newest.reasons.length > 0) return true;
  const today = londonDate(now);
  const ofToday = momentOf(today, hour);
  return newest.finishedAt < (ofToday > now ? momentOf(addDays(today, -1), hour) : ofToday);
}
