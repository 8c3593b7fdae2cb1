import { expect, test } from 'vitest';
import { addDays, earliestDate } from '../kernel/dates';
import { readMoment, readPrice } from '../sales-history/history-line';
import { plainAmount, plainDate } from './british-forms';

test('F101 dates in British and spreadsheet notation are the same day', () => {
  for (const text of [
    '03/11/26',
    '3/11/2026',
    '03-11-26',
    '3.11.2026',
    '3 Nov 2026',
    '3rd November 26',
    'Tue 3 Nov 2026',
    '3-Nov-26',
    '46329',
    '46329.5',
    '2026-11-03',
  ])
    expect(plainDate(text)?.day, text).toBe('2026-11-03');
  for (const text of ['31/02/26', '13/13/2026', 'yesterday', '3 Nev 2026', '46', '463290', '', '03/11/260'])
    expect(plainDate(text), text).toBeNull();
  expect(plainDate('01/02/69')?.day).toBe('2069-02-01');
  expect(plainDate('01/02/70')?.day).toBe('1970-02-01');
  expect([plainDate('01/02/0026'), plainDate('1926-02-01')]).toEqual([null, null]);
  expect(readMoment('3 Nov 2026 08:26')?.soldAt.toISOString()).toBe('2026-11-03T08:26:00.000Z');
  expect(readMoment('46329')?.businessDate).toBe('2026-11-03');
  expect(readMoment('03/11/26 25:00')).toBeNull();
});

test('F101 negative amounts are read in four notations', () => {
  expect(
    ['(12.00)', '12.00-', '-12.00', '£1,234.50 DR', '£12.00 CR', '(£3)', '−4.00'].map(plainAmount),
  ).toEqual(['-12.00', '-12.00', '-12.00', '-1,234.50', '12.00', '-3', '-4.00']);
  expect(['(12.00', '(-12.00)', '12.00-DR', 'free'].map(plainAmount)).toEqual([
    '(12.00',
    '(-12.00)',
    '12.00-DR',
    'free',
  ]);
  expect(['(12.00)', '12.00-', '1,234.50DR'].map(readPrice)).toEqual([-1_200_000, -1_200_000, -123_450_000]);
});

test('dates are read from the earliest day that can be entered', () => {
  expect(plainDate(earliestDate)?.day).toBe(earliestDate);
  expect(plainDate(addDays(earliestDate, -1))).toBeNull();
});

test('dates in words have any number of spaces, and nothing but a weekday before them', () => {
  const dayOf = (text: string) => plainDate(text)?.day ?? null;
  expect(
    ['13 Nov 2026', '3  Nov  2026', 'Tue,  3 Nov 2026', '3-Nov-2026', '3rd Nov., 2026'].map(dayOf),
  ).toEqual(['2026-11-13', '2026-11-03', '2026-11-03', '2026-11-03', '2026-11-03']);
  expect(['7 3 Nov 2026', '1/3 Nov 2026', '3 Nov 20266', '3 Nop 2026'].map(dayOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  // A time of day in a spreadsheet's number has any number of decimals.
  expect(['46329', '46329.75', '46329.'].map(dayOf)).toEqual(['2026-11-03', '2026-11-03', null]);
});

test('text in brackets is no negative amount', () => {
  expect(['(a12)', '(x)', '(12)'].map(plainAmount)).toEqual(['(a12)', '(x)', '-12']);
});
