import { type CalendarDate, formatDate } from '../kernel/dates';

/** The days that wages are for. */
export type PayPeriod = { readonly from: CalendarDate; readonly to: CalendarDate };

/** The whole month of a day, which is the default pay period. */
export function monthOfDay(day: CalendarDate): PayPeriod {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${day.slice(0, 7)}-01`, to: `${day.slice(0, 7)}-${String(last).padStart(2, '0')}` };
}

export const periodsOverlap = (one: PayPeriod, other: PayPeriod): boolean =>
  one.from <= other.to && other.from <= one.to;

export const payPeriodWords = ({ from, to }: PayPeriod): string => `${formatDate(from)} to ${formatDate(to)}`;
