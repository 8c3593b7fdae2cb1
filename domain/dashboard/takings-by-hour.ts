import * as z from 'zod';
import { calendarDate, type CalendarDate } from '../kernel/dates';
import { money, type Pence, toPence } from '../kernel/money';

/** The number of earlier weeks that show what is usual. */
export const weeksCompared = 8;

const hour = z.object({
  /** The hour on a London clock, 0 to 23. */
  hour: z.int(),
  net_takings: money,
  /** The median of the earlier days; null if there are none. */
  usual: money.nullable(),
});

/** Today's net takings by the hour, beside what is usual on that weekday (rule R2). */
export const hourlyTakings = z.object({
  on: calendarDate,
  /** The number of earlier days compared: those of the last eight same weekdays with a sale or refund. */
  days_compared: z.int(),
  net_takings: money,
  /** The median of what the earlier days had taken by this time of day. */
  usual_by_now: money.nullable(),
  hours: z.array(hour),
});
export type HourlyTakings = z.output<typeof hourlyTakings>;

/** The net takings of one hour of one day. */
export type TakingsOfHour = {
  readonly date: CalendarDate;
  readonly hour: number;
  readonly net_takings: Pence;
  /** The part taken before the present time of day. */
  readonly by_now: Pence;
};

/** The middle amount, or the mean of the two in the middle, to the nearest penny; null of none. */
export function median(amounts: readonly number[]): Pence | null {
  const inOrder = amounts.toSorted((one, other) => one - other);
  const [low, high] = [inOrder[(inOrder.length - 1) >> 1], inOrder[inOrder.length >> 1]];
  // Adding zero turns a negative zero into zero.
  return low === undefined || high === undefined ? null : toPence(Math.round((low + high) / 2) + 0);
}

/**
 * Today beside the usual. A day without any sale or refund is not compared: the shop was closed, or not open yet. The
 * hours run from the first to the last with takings.
 */
export function takingsByHour(rows: readonly TakingsOfHour[], on: CalendarDate): HourlyTakings {
  const earlier = [...new Set(rows.map(({ date }) => date).filter(date => date !== on))];
  const amount = (date: CalendarDate, figure: 'net_takings' | 'by_now', hourOf?: number) =>
    rows
      .filter(row => row.date === date && (hourOf === undefined || row.hour === hourOf))
      .reduce((total, row) => total + row[figure], 0);
  const all = Array.from({ length: 24 }, (_, at) => ({
    hour: at,
    net_takings: toPence(amount(on, 'net_takings', at)),
    usual: median(earlier.map(date => amount(date, 'net_takings', at))),
  }));
  const withTakings = all.filter(({ net_takings, usual }) => net_takings !== 0 || (usual ?? 0) !== 0);
  const [first, last] = [withTakings[0]?.hour ?? 24, withTakings.at(-1)?.hour ?? -1];
  return {
    on,
    days_compared: earlier.length,
    net_takings: toPence(amount(on, 'net_takings')),
    usual_by_now: median(earlier.map(date => amount(date, 'by_now'))),
    hours: all.filter(({ hour: at }) => at >= first && at <= last),
  };
}
