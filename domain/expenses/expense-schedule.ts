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
export function occurrenceOn(first: CalendarDate, every: Frequency, times: number): CalendarDate {
  if (every === 'week') return addDays(first, 7 * times);
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  const place = year * 12 + (month - 1) + months[every] * times;
  const [inYear, inMonth] = [Math.floor(place / 12), place % 12];
  const lastDay = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(inYear, inMonth, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** The dates of a schedule up to a day, from its next one; none if it is paused or has ended. */
export function datesUntil(
  { first_on, every, next_on, ends_on }: ScheduleDates,
  until: CalendarDate,
): CalendarDate[] {
  if (next_on === null) return [];
  const last = ends_on !== null && ends_on < until ? ends_on : until;
  const dates: CalendarDate[] = [];
  let times = timesBefore(first_on, every, next_on);
  for (let date = occurrenceOn(first_on, every, times); date <= last; ) {
    dates.push(date);
    times += 1;
    date = occurrenceOn(first_on, every, times);
  }
  return dates;
}

type ScheduleDates = {
  readonly first_on: CalendarDate;
  readonly every: Frequency;
  readonly next_on: CalendarDate | null;
  readonly ends_on: CalendarDate | null;
};

/** The number of occurrences before a day, which is the index of the next one. */
export function timesBefore(first: CalendarDate, every: Frequency, day: CalendarDate): number {
  let times = 0;
  while (occurrenceOn(first, every, times) < day) times += 1;
  return times;
}
