import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './dates';
import { defaultYearStart } from './financial-year';
import {
  comparedWith,
  dayYearEarlier,
  daysIn,
  namePeriod,
  periodNames,
  type PeriodName,
  periodOf,
} from './period';
import { stepsOf } from './steps';
import { changeOf, percentOf } from './percent-of';

const at = (name: PeriodName, day = '2026-11-21', start = defaultYearStart) => periodOf(name, day, start);

test('D3 D4 the named periods are London days of weeks from Monday, months and the financial year', () => {
  expect(at('today')).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(at('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(at('this_week')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(at('this_week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(at('last_week', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(at('last_7_days')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(at('last_30_days', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(at('this_month')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(at('last_month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(at('this_quarter')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(at('last_quarter', '2026-01-15')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect(at('this_quarter', '2026-11-21', '02-06')).toEqual({ from: '2026-11-06', to: '2027-02-05' });
  expect(at('this_quarter', '2026-11-05', '02-06')).toEqual({ from: '2026-08-06', to: '2026-11-05' });
  expect(at('this_year')).toEqual({ from: '2026-04-01', to: '2027-03-31' });
  expect(at('last_year')).toEqual({ from: '2025-04-01', to: '2026-03-31' });
});

test('a column is named by its dates, without what both days share', () => {
  expect(namePeriod({ from: '2026-06-01', to: '2026-06-30' })).toBe('1–30 Jun 2026');
  expect(namePeriod({ from: '2026-06-15', to: '2026-07-14' })).toBe('15 Jun – 14 Jul 2026');
  expect(namePeriod({ from: '2025-12-29', to: '2026-01-04' })).toBe('29 Dec 2025 – 4 Jan 2026');
  expect(namePeriod({ from: '2025-06-01', to: '2026-06-30' })).toBe('1 Jun 2025 – 30 Jun 2026');
  expect(namePeriod({ from: '2026-06-01', to: '2026-06-01' })).toBe('1 Jun 2026');
});

test('whole months are compared with whole months, anything else with as many days', () => {
  const february = { from: '2026-02-01', to: '2026-02-28' };
  expect(comparedWith(february, 'previous', defaultYearStart)).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  });
  expect(comparedWith(at('this_quarter'), 'previous', defaultYearStart)).toEqual({
    from: '2026-07-01',
    to: '2026-09-30',
  });
  expect(comparedWith({ from: '2026-11-16', to: '2026-11-22' }, 'previous', defaultYearStart)).toEqual({
    from: '2026-11-09',
    to: '2026-11-15',
  });
  expect(comparedWith({ from: '2025-02-01', to: '2025-02-28' }, 'year', defaultYearStart)).toEqual({
    from: '2024-02-01',
    to: '2024-02-29',
  });
  expect(comparedWith({ from: '2024-02-29', to: '2024-02-29' }, 'year', defaultYearStart)).toEqual({
    from: '2023-02-28',
    to: '2023-02-28',
  });
});

test('D4 quarters and years that begin on 6 April are compared with the ones before, whatever their number of days', () => {
  const before = (period: { from: string; to: string }, start = '04-06') =>
    Object.values(comparedWith(period, 'previous', start));
  // 92 days before 6 July would begin on 5 April.
  expect(before({ from: '2026-07-06', to: '2026-10-05' })).toEqual(['2026-04-06', '2026-07-05']);
  expect(before({ from: '2026-04-06', to: '2026-07-05' })).toEqual(['2026-01-06', '2026-04-05']);
  // The year before has 366 days.
  expect(before({ from: '2024-04-06', to: '2025-04-05' })).toEqual(['2023-04-06', '2024-04-05']);
  expect(before({ from: '2025-10-06', to: '2026-04-05' })).toEqual(['2025-04-06', '2025-10-05']);
  // Two days that are no quarter of this business are as many days.
  expect(before({ from: '2026-07-06', to: '2026-10-05' }, '04-01')).toEqual(['2026-04-05', '2026-07-05']);
  expect(before({ from: '2026-07-07', to: '2026-10-05' })).toEqual(['2026-04-07', '2026-07-06']);
});

test('D4 a year before the end of a month is the end of that month', () => {
  expect(['2025-02-28', '2024-02-29', '2026-04-30', '2026-04-05', '2025-02-27'].map(dayYearEarlier)).toEqual([
    '2024-02-29',
    '2023-02-28',
    '2025-04-30',
    '2025-04-05',
    '2024-02-27',
  ]);
});

const days = fc.integer({ min: 0, max: 20_000 }).map(n => addDays('2000-01-01', n));
const names = fc.constantFrom(...(Object.keys(periodNames) as PeriodName[]));
const starts = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join('-'));

test('every named period contains its day or ends before it, and the previous one ends where it begins', () => {
  fc.assert(
    fc.property(days, starts, names, (day, start, name) => {
      const { from, to } = periodOf(name, day, start);
      expect(from <= to && from <= day).toBe(true);
      if (name.startsWith('this')) {
        expect(to >= day).toBe(true);
        const last = periodOf(name.replace('this', 'last') as PeriodName, day, start);
        expect(addDays(last.to, 1)).toBe(from);
        // What is called the last one is what this one is compared with.
        expect(comparedWith({ from, to }, 'previous', start)).toEqual(last);
      } else if (name === 'today' || name.endsWith('_days')) expect(to).toBe(day);
      else expect(to < day).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('a comparison ends before its period, and the intervals of a period cover all of it', () => {
  const steps = fc.constantFrom('day', 'week', 'month', 'quarter', 'year' as const);
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 1500 }), steps, starts, (from, length, step, start) => {
      const period = { from, to: addDays(from, length) };
      const before = comparedWith(period, 'previous', start);
      expect(addDays(before.to, 1)).toBe(from);
      expect(comparedWith(period, 'year', start).from < from).toBe(true);
      const parts = stepsOf(period, step, start);
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([period.from, period.to]);
      expect(parts.reduce((sum, part) => sum + daysIn(part), 0)).toBe(daysIn(period));
    }),
    { numRuns: 1000 },
  );
});

test('a percentage has two decimals, rounds half away from zero, and is null for zero', () => {
  expect(percentOf(1, 3)).toBe(3333);
  expect(percentOf(-2, 3)).toBe(-6667);
  expect(percentOf(1, 16_000)).toBe(1);
  expect(percentOf(5, 0)).toBeNull();
  expect(changeOf(150, -100)).toEqual({ amount: 250, percent: 25_000 });
  expect(changeOf(0, 0)).toEqual({ amount: 0, percent: null });
});
