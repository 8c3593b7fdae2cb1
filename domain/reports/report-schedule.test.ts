import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, londonDate } from '../kernel/dates';
import { londonTime } from '../kernel/london-clock';
import { dueOnOrAfter, nextRun, planWords, type SchedulePlan } from './report-schedule';

const numRuns = Number(process.env.NUM_RUNS ?? 1000);
const hour = fc.integer({ min: 0, max: 23 });
const plan: fc.Arbitrary<SchedulePlan> = fc.oneof(
  fc.record({
    every: fc.constant('day' as const),
    weekday: fc.constant(null),
    month_day: fc.constant(null),
    hour,
  }),
  fc.record({
    every: fc.constant('week' as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    month_day: fc.constant(null),
    hour,
  }),
  fc.record({
    every: fc.constant('month' as const),
    weekday: fc.constant(null),
    month_day: fc.integer({ min: 1, max: 31 }),
    hour,
  }),
);
// Half of the times are close to clock changes, 29 February and ends of months.
const moment = fc.oneof(
  fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2040-12-31T23:59:59Z'),
    noInvalidDate: true,
  }),
  fc
    .tuple(
      fc.constantFrom('2026-03-29', '2026-10-25', '2028-02-29', '2027-02-28', '2026-12-31', '2026-04-30'),
      fc.integer({ min: -36 * 3600, max: 36 * 3600 }),
    )
    .map(([day, seconds]) => new Date(Date.parse(`${day}T01:00:00Z`) + seconds * 1000)),
);
const daily = (at: number): SchedulePlan => ({ every: 'day', weekday: null, month_day: null, hour: at });

test('D2 the next run is in the future, at its London hour, on the next scheduled day', () => {
  fc.assert(
    fc.property(plan, moment, (schedule, after) => {
      const { on, at } = nextRun(schedule, after, null);
      expect(at.getTime()).toBeGreaterThan(after.getTime());
      expect(londonDate(at)).toBe(on);
      const skipped = on.slice(5, 7) === '03' && schedule.hour === 1 && londonTime(at) === '02:00';
      if (!skipped) expect(londonTime(at)).toBe(`${String(schedule.hour).padStart(2, '0')}:00`);
      expect(dueOnOrAfter(schedule, on)).toBe(on);
      // Every day in between was not due, or its hour had passed.
      const today = londonDate(after);
      const first = dueOnOrAfter(schedule, today);
      expect(on === first || on === dueOnOrAfter(schedule, addDays(first, 1))).toBe(true);
    }),
    { numRuns },
  );
});

test('D2 a daily report runs once on every London day, also when the clocks change', () => {
  fc.assert(
    fc.property(hour, moment, fc.integer({ min: 2, max: 10 }), (at, start, count) => {
      let last = nextRun(daily(at), start, null);
      for (let run = 0; run < count; run++) {
        const next = nextRun(daily(at), last.at, last.on);
        expect(next.on).toBe(addDays(last.on, 1));
        expect(next.at.getTime()).toBeGreaterThan(last.at.getTime());
        last = next;
      }
    }),
    { numRuns },
  );
});

test('a weekly report keeps its weekday, and a monthly one runs once in every month', () => {
  fc.assert(
    fc.property(plan, moment, (schedule, start) => {
      const one = nextRun(schedule, start, null);
      const two = nextRun(schedule, one.at, one.on);
      if (schedule.every === 'week') expect(two.on).toBe(addDays(one.on, 7));
      if (schedule.every === 'month') {
        const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        expect(months(two.on) - months(one.on)).toBe(1);
      }
    }),
    { numRuns },
  );
});

test('a schedule changed on a day it has already run for waits for another day', () => {
  fc.assert(
    fc.property(plan, moment, (schedule, after) => {
      const today = londonDate(after);
      expect(nextRun(schedule, after, today).on > today).toBe(true);
    }),
    { numRuns },
  );
});

test('the hour that repeats in October is the first of both; the one skipped in March is an hour later', () => {
  expect(nextRun(daily(1), new Date('2026-10-24T12:00:00Z'), null).at.toISOString()).toBe(
    '2026-10-25T00:00:00.000Z',
  );
  // Between the two one o'clock hours the day is over.
  expect(nextRun(daily(1), new Date('2026-10-25T00:30:00Z'), null).on).toBe('2026-10-26');
  expect(nextRun(daily(1), new Date('2026-03-28T12:00:00Z'), null).at.toISOString()).toBe(
    '2026-03-29T01:00:00.000Z',
  );
});

test('the 31st is the last day of each month, the 29th and 30th are the last of February', () => {
  const monthly = (month_day: number): SchedulePlan => ({
    every: 'month',
    weekday: null,
    month_day,
    hour: 7,
  });
  expect(dueOnOrAfter(monthly(31), '2026-04-02')).toBe('2026-04-30');
  expect(dueOnOrAfter(monthly(31), '2028-02-01')).toBe('2028-02-29');
  expect(dueOnOrAfter(monthly(29), '2027-02-01')).toBe('2027-02-28');
  expect(dueOnOrAfter(monthly(29), '2028-02-01')).toBe('2028-02-29');
  expect(dueOnOrAfter(monthly(30), '2026-12-31')).toBe('2027-01-30');
});

test('a schedule in words', () => {
  expect(planWords(daily(7))).toBe('Every day at 07:00');
  expect(planWords({ every: 'week', weekday: 5, month_day: null, hour: 18 })).toBe(
    'Every week on Friday at 18:00',
  );
  expect(planWords({ every: 'month', weekday: null, month_day: 22, hour: 0 })).toBe(
    'Every month on the 22nd at 00:00',
  );
  expect(planWords({ every: 'month', weekday: null, month_day: 31, hour: 6 })).toBe(
    'Every month on the last day at 06:00',
  );
});
