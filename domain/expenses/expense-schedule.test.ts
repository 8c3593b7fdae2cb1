import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import { datesUntil, frequency, occurrenceOn, timesBefore } from './expense-schedule';

const day = fc.integer({ min: 0, max: 20_000 }).map(days => addDays('2000-01-01', days));
const every = fc.constantFrom(...frequency.options);

describe('recurring dates', () => {
  test('the last day of a month stays the last day, and the 31st returns', () => {
    const days = [0, 1, 2, 3].map(times => occurrenceOn('2027-12-31', 'month', times));
    expect(days).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
    expect(occurrenceOn('2028-02-29', 'year', 1)).toBe('2029-02-28');
    expect(occurrenceOn('2026-11-30', 'quarter', 1)).toBe('2027-02-28');
    expect(occurrenceOn('2026-11-21', 'week', 2)).toBe('2026-12-05');
  });

  test('each date is later than the one before, and the first is the first day', () => {
    fc.assert(
      fc.property(day, every, fc.integer({ min: 0, max: 60 }), (first, how, times) => {
        expect(occurrenceOn(first, how, 0)).toBe(first);
        expect(occurrenceOn(first, how, times + 1) > occurrenceOn(first, how, times)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('the dates until a day begin with the next and stop with the last', () => {
    const rent = { first_on: '2026-12-31', every: 'month', next_on: '2027-01-31', ends_on: null } as const;
    expect(datesUntil(rent, '2027-03-30')).toEqual(['2027-01-31', '2027-02-28']);
    expect(datesUntil(rent, '2027-03-31')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(datesUntil({ ...rent, ends_on: '2027-02-28' }, '2027-03-31')).toEqual([
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(datesUntil(rent, '2027-01-30')).toEqual([]);
    expect(datesUntil({ ...rent, next_on: null }, '2027-03-31')).toEqual([]);
  });

  test('the next date is not before the day, and the one before it is', () => {
    fc.assert(
      fc.property(day, every, fc.integer({ min: 0, max: 900 }), (first, how, later) => {
        const asOf = addDays(first, later);
        const times = timesBefore(first, how, asOf);
        expect(occurrenceOn(first, how, times) >= asOf).toBe(true);
        if (times > 0) expect(occurrenceOn(first, how, times - 1) < asOf).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
