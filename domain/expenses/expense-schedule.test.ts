import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import { dateFrom, datesUntil, frequency, occurrenceOn, rhythmWords, timesBefore } from './expense-schedule';

const day = fc.integer({ min: 0, max: 20_000 }).map(days => addDays('2000-01-01', days));
const recurring = fc.record({
  first_on: day,
  every: fc.constantFrom(...frequency.options),
  interval_count: fc.integer({ min: 1, max: 36 }),
});
const from = (first_on: string, every: 'week' | 'month' | 'quarter' | 'year', interval_count = 1) => ({
  first_on,
  every,
  interval_count,
});

describe('recurring dates', () => {
  test('the last day of a month stays the last day, and the 31st returns', () => {
    const days = [0, 1, 2, 3].map(times => occurrenceOn(from('2027-12-31', 'month'), times));
    expect(days).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
    expect(occurrenceOn(from('2028-02-29', 'year'), 1)).toBe('2029-02-28');
    expect(occurrenceOn(from('2026-11-30', 'quarter'), 1)).toBe('2027-02-28');
    expect(occurrenceOn(from('2026-11-21', 'week'), 2)).toBe('2026-12-05');
  });

  test('every second week and every sixth month are counted from the first day', () => {
    expect([0, 1, 2].map(times => occurrenceOn(from('2026-11-21', 'week', 2), times))).toEqual([
      '2026-11-21',
      '2026-12-05',
      '2026-12-19',
    ]);
    const halfYear = from('2026-08-31', 'month', 6);
    expect([1, 2].map(times => occurrenceOn(halfYear, times))).toEqual(['2027-02-28', '2027-08-31']);
    expect(dateFrom(halfYear, '2026-09-01')).toBe('2027-02-28');
    expect([rhythmWords(halfYear), rhythmWords(from('2026-11-21', 'week'))]).toEqual([
      'Every 6 months',
      'Every week',
    ]);
  });

  test('each date is later than the one before, and the first is the first day', () => {
    fc.assert(
      fc.property(recurring, fc.integer({ min: 0, max: 20 }), (how, times) => {
        expect(occurrenceOn(how, 0)).toBe(how.first_on);
        expect(occurrenceOn(how, times + 1) > occurrenceOn(how, times)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('the dates until a day begin with the next and stop with the last', () => {
    const rent = {
      first_on: '2026-12-31',
      every: 'month',
      next_on: '2027-01-31',
      ends_on: null,
      interval_count: 1,
    } as const;
    expect(datesUntil(rent, '2027-03-30')).toEqual(['2027-01-31', '2027-02-28']);
    expect(datesUntil(rent, '2027-03-31')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(datesUntil({ ...rent, ends_on: '2027-02-28' }, '2027-03-31')).toEqual([
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(datesUntil({ ...rent, ends_on: '2027-12-31' }, '2027-02-28')).toEqual([
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(datesUntil(rent, '2027-01-30')).toEqual([]);
    expect(datesUntil({ ...rent, next_on: null }, '2027-03-31')).toEqual([]);
  });

  test('the next date is not before the day, and the one before it is', () => {
    fc.assert(
      fc.property(recurring, fc.integer({ min: 0, max: 900 }), (how, later) => {
        const asOf = addDays(how.first_on, later);
        const times = timesBefore(how, asOf);
        expect(occurrenceOn(how, times) >= asOf).toBe(true);
        if (times > 0) expect(occurrenceOn(how, times - 1) < asOf).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
