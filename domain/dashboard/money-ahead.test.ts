import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import { toPence } from '../kernel/money';
import { daysAhead, expectedDays } from './money-ahead';

test('each day has what is due on it, and the balance runs on', () => {
  const days = expectedDays(
    '2031-03-15',
    [
      { date: '2031-03-15', amount: 1_000 },
      { date: '2031-03-16', amount: -2_500 },
      { date: '2031-03-16', amount: 400 },
      { date: '2031-04-14', amount: -100 },
      // Overdue, and too far ahead.
      { date: '2031-03-14', amount: 77_000 },
      { date: '2031-04-15', amount: 99_000 },
    ],
    toPence(2_000),
  );
  expect(days).toHaveLength(31);
  expect(days.slice(0, 3)).toEqual([
    { date: '2031-03-15', money_in: 1_000, money_out: 0, balance: 3_000 },
    { date: '2031-03-16', money_in: 400, money_out: 2_500, balance: 900 },
    { date: '2031-03-17', money_in: 0, money_out: 0, balance: 900 },
  ]);
  expect(days.at(-1)).toEqual({ date: '2031-04-14', money_in: 0, money_out: 100, balance: 800 });
});

test('without the present balance no day has one', () => {
  for (const day of expectedDays('2031-03-15', [{ date: '2031-03-15', amount: -1 }], undefined))
    expect(day).not.toHaveProperty('balance');
});

test('the last balance is the first and everything in between', () => {
  const one = fc.record({
    date: fc.nat(daysAhead).map(days => addDays('2031-03-15', days)),
    amount: fc.integer({ min: -99_999, max: 99_999 }),
  });
  fc.assert(
    fc.property(fc.array(one), fc.integer({ min: -99_999, max: 99_999 }), (expected, opening) => {
      const total = expected.reduce((sum, { amount }) => sum + amount, opening);
      expect(expectedDays('2031-03-15', expected, toPence(opening)).at(-1)?.balance).toBe(total);
    }),
    { numRuns: 300 },
  );
});
