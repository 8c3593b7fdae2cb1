import { expect, test } from 'vitest';
import { dueWithin, dueWithinWords } from './due-within';
import { requirePresent } from './require-present';
import { defaultYearStart } from './financial-year';
import { stepsOf, weekWithin } from './steps';
import { withArticle } from './with-article';

test('a noun has the article that is spoken before it', () => {
  expect(['order', 'bill', 'invoice', 'credit note'].map(withArticle)).toEqual([
    'an order',
    'a bill',
    'an invoice',
    'a credit note',
  ]);
});

test('what must be there is returned, also when it is zero or blank, and named when it is missing', () => {
  expect([requirePresent(0, 'Zero'), requirePresent('', 'Text')]).toEqual([0, '']);
  expect(() => requirePresent(null, 'The product')).toThrow('The product is missing');
  expect(() => requirePresent(undefined, 'The product')).toThrow('The product is missing');
});

test('the week of a day is cut at the ends of the period', () => {
  // Monday 16 to Sunday 22 November 2026.
  const within = (from: string, to: string) => weekWithin('2026-11-19', { from, to });
  expect(within('2026-11-01', '2026-11-30')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(within('2026-11-18', '2026-11-30')).toEqual({ from: '2026-11-18', to: '2026-11-22' });
  expect(within('2026-11-01', '2026-11-20')).toEqual({ from: '2026-11-16', to: '2026-11-20' });
});

test('days until something is due are whole, up to ninety', () => {
  expect(
    ['0', '9', '89', '90', '91', '100', '07', '-1', '1.5'].map(days => dueWithin.safeParse(days).success),
  ).toEqual([true, true, true, true, false, false, false, false, false]);
  expect(['0', '1', '30'].map(dueWithinWords)).toEqual([
    'Due today',
    'Due within 1 day',
    'Due within 30 days',
  ]);
});

test('the columns of a report are whole days, weeks, months or quarters, cut at the ends of the period', () => {
  const steps = (from: string, to: string, step: Parameters<typeof stepsOf>[1]) =>
    stepsOf({ from, to }, step, defaultYearStart).map(part => `${part.from} ${part.to}`);
  expect(steps('2026-11-21', '2026-11-23', 'day')).toEqual([
    '2026-11-21 2026-11-21',
    '2026-11-22 2026-11-22',
    '2026-11-23 2026-11-23',
  ]);
  expect(steps('2026-11-19', '2026-11-24', 'week')).toEqual([
    '2026-11-19 2026-11-22',
    '2026-11-23 2026-11-24',
  ]);
  expect(steps('2026-11-19', '2027-01-05', 'month')).toEqual([
    '2026-11-19 2026-11-30',
    '2026-12-01 2026-12-31',
    '2027-01-01 2027-01-05',
  ]);
  expect(steps('2026-11-19', '2027-01-05', 'quarter')).toEqual([
    '2026-11-19 2026-12-31',
    '2027-01-01 2027-01-05',
  ]);
});
