import { addDays, type CalendarDate } from '../kernel/dates';
import { londonDate } from '../kernel/dates';
import { londonInstant } from '../kernel/london-clock';

/** How often a report is sent. */
export const cadenceNames = { day: 'Every day', week: 'Every week', month: 'Every month' } as const;
export type Cadence = keyof typeof cadenceNames;

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/**
 * When a report is sent: daily, on a day of the week (1 is Monday) or of the month (31 is the last), at an
 * hour.
 */
export type SchedulePlan = {
  readonly every: Cadence;
  readonly weekday: number | null;
  readonly month_day: number | null;
  /** London time, 0 to 23. */
  readonly hour: number;
};

/** A London day on which a report is due, and the time. */
export type DueRun = { readonly on: CalendarDate; readonly at: Date };

const weekdayOf = (date: CalendarDate) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The day of a month, or its last day if it is shorter. */
function dayOfMonth(year: number, month: number, day: number): CalendarDate {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The first day of a schedule on or after a day. */
export function dueOnOrAfter({ every, weekday, month_day }: SchedulePlan, from: CalendarDate): CalendarDate {
  if (every === 'day') return from;
  if (every === 'week') return addDays(from, ((weekday ?? 1) - weekdayOf(from) + 7) % 7);
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  const inThisMonth = dayOfMonth(year, month, month_day ?? 1);
  return inThisMonth >= from ? inThisMonth : dayOfMonth(year, month + 1, month_day ?? 1);
}

/**
 * The time of a schedule on a London day: once a day, even if the clocks skip or repeat that hour (rule D2).
 */
export function momentOn({ hour }: SchedulePlan, on: CalendarDate): Date {
  const at = londonInstant(`${on}T${String(hour).padStart(2, '0')}:00`);
  if (at === null) throw new RangeError(`${on} at ${hour} is not a valid time`);
  return at;
}

/** The next due time: after `after`, and on a later day than the last run. */
export function nextRun(plan: SchedulePlan, after: Date, lastOn: CalendarDate | null): DueRun {
  const today = londonDate(after);
  const from = lastOn !== null && lastOn >= today ? addDays(lastOn, 1) : today;
  const first = dueOnOrAfter(plan, from);
  const on = momentOn(plan, first) > after ? first : dueOnOrAfter(plan, addDays(first, 1));
  return { on, at: momentOn(plan, on) };
}

const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** `Every week on Monday at 07:00`. */
export function planWords({ every, weekday, month_day, hour }: SchedulePlan): string {
  const at = `at ${String(hour).padStart(2, '0')}:00`;
  if (every === 'week')
    return `${cadenceNames.week} on ${weekdayNames[(weekday ?? 1) - 1] ?? 'Monday'} ${at}`;
  if (every === 'month') {
    const day = month_day ?? 1;
    const words = day === 31 ? 'the last day' : `the ${day}${endings[ordinals.select(day)] ?? 'th'}`;
    return `${cadenceNames.month} on ${words} ${at}`;
  }
  return `${cadenceNames.day} ${at}`;
}
