import * as z from 'zod';
import { addDays, type CalendarDate } from '../kernel/dates';

export const frequency = z.enum(['week', 'month', 'quarter', 'year'], 'Choose how often it recurs.');
export type Frequency = z.infer<typeof frequency>;

export const scheduleStatus = z.enum(['active', 'paused', 'ended'], 'Choose a status.');
export type ScheduleStatus = z.infer<typeof scheduleStatus>;

export const frequencyNames: Readonly<Record<Frequency, string>> = {
  week: 'Every week',
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
};

const maxInterval = 36;
const intervalMessage = `Enter a whole number from 1 to ${maxInterval}.`;
/** How many weeks, months, quarters or years it recurs after. */
export const intervalCount = z
  .int(intervalMessage)
  .min(1, intervalMessage)
  .max(maxInterval, intervalMessage)
  .default(1);

/** How often an expense recurs: every month, or every 2 weeks. */
export type Rhythm = { readonly every: Frequency; readonly interval_count: number };

export const rhythmWords = ({ every, interval_count }: Rhythm): string =>
  interval_count === 1 ? frequencyNames[every] : `Every ${interval_count} ${every}s`;

export const scheduleStatusNames: Readonly<Record<ScheduleStatus, string>> = {
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
};

const months: Readonly<Record<Exclude<Frequency, 'week'>, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * The date of the nth occurrence, counted from 0. Always calculated from the first date, so that the 31st
 * falls on the last day of a shorter month and on the 31st again afterwards.
 */
export function occurrenceOn({ first_on, every, interval_count }: Recurrence, times: number): CalendarDate {
  if (every === 'week') return addDays(first_on, 7 * interval_count * times);
  const [year = 0, month = 1, day = 1] = first_on.split('-').map(Number);
  const place = year * 12 + (month - 1) + months[every] * interval_count * times;
  const [inYear, inMonth] = [Math.floor(place / 12), place % 12];
  const lastDay = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(inYear, inMonth, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

type Recurrence = Rhythm & { readonly first_on: CalendarDate };

/** The dates of a schedule up to a day, from its next one; none if it is paused or has ended. */
export function datesUntil(schedule: ScheduleDates, until: CalendarDate): CalendarDate[] {
  const { next_on, ends_on } = schedule;
  if (next_on === null) return [];
  const last = ends_on !== null && ends_on < until ? ends_on : until;
  const dates: CalendarDate[] = [];
  let times = timesBefore(schedule, next_on);
  for (let date = occurrenceOn(schedule, times); date <= last; ) {
    dates.push(date);
    times += 1;
    date = occurrenceOn(schedule, times);
  }
  return dates;
}

type ScheduleDates = Recurrence & {
  readonly next_on: CalendarDate | null;
  readonly ends_on: CalendarDate | null;
};

/** The number of occurrences before a day, which is the index of the next one. */
export function timesBefore(recurrence: Recurrence, day: CalendarDate): number {
  let times = 0;
  while (occurrenceOn(recurrence, times) < day) times += 1;
  return times;
}

/** The first date of a schedule on a day or after it. */
export const dateFrom = (recurrence: Recurrence, day: CalendarDate): CalendarDate =>
  occurrenceOn(recurrence, timesBefore(recurrence, day));
