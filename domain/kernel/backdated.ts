import { type CalendarDate, londonDate } from './dates';

const hourMs = 3_600_000;

/**
 * Whether an entry of a day counts as backdated (rule D6). A form that was open over midnight still has the day on which
 * it was filled in, so the day before is accepted for an hour.
 */
export const isBackdated = (day: CalendarDate, now: Date): boolean =>
  day < londonDate(new Date(now.getTime() - hourMs));
