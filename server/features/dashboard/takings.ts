import type { ReplyOf } from '#domain/kernel/call';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import { type HourlyTakings, takingsByHour, weeksCompared } from '#domain/dashboard/takings-by-hour';
import { monthToDate } from '#domain/reports/month-to-date';
import type { Period } from '#domain/kernel/period';
import type { Reader } from '../../platform/database/open-database';
import { findTakingsByHour, flowOf, takingsByDay } from '../reports';

type Dashboard = ReplyOf<typeof dashboard.show>;

const daysShown = 14;

/** Today, the same weekday of last week, and the month to date (rule R4). */
export async function tradeOf(
  db: Reader,
  today: CalendarDate,
  sees: { readonly withCost: boolean; readonly withPay: boolean },
): Promise<NonNullable<Dashboard['trade']>> {
  const week_before_on = addDays(today, -7);
  const day = (date: CalendarDate): Period => ({ from: date, to: date });
  const [now, week_before, month] = await Promise.all([
    flowOf(db, day(today), sees),
    flowOf(db, day(week_before_on), sees),
    flowOf(db, monthToDate(today).month, sees),
  ]);
  return { today_on: today, today: now, week_before, week_before_on, month };
}

/** Takings of the last two weeks by day. */
export const takingsOf = (db: Reader, today: CalendarDate): Promise<NonNullable<Dashboard['takings']>> =>
  takingsByDay(db, today, daysShown);

/** Today by the hour beside the same weekday of the last weeks; `time` is the present London time, `08:59`. */
export async function hoursOf(db: Reader, today: CalendarDate, time: string): Promise<HourlyTakings> {
  const days = Array.from({ length: weeksCompared + 1 }, (_, weeks) => addDays(today, -7 * weeks));
  return takingsByHour(await findTakingsByHour(db, days, time), today);
}
