import { expect, test } from 'vitest';
import { searchFilter } from './report-query';
import { dueOnOrAfter, nextRun, type SchedulePlan } from './report-schedule';

const plan = (every: SchedulePlan['every'], more: Partial<SchedulePlan> = {}): SchedulePlan => ({
  every,
  weekday: null,
  month_day: null,
  hour: 7,
  ...more,
});

test('a weekly report is sent on its day, on Mondays if it has none', () => {
  // 25 November 2026 is a Wednesday, 29 November a Sunday.
  const days = [1, 2, 3, 4, 5, 6, 7].map(weekday => dueOnOrAfter(plan('week', { weekday }), '2026-11-25'));
  expect(days).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ]);
  expect(dueOnOrAfter(plan('week'), '2026-11-29')).toBe('2026-11-30');
});

test('D2 a daily report that was last sent days ago is sent at its next hour, and not for the days between', () => {
  const noon = new Date('2026-11-29T12:00:00Z');
  expect(nextRun(plan('day'), noon, '2026-11-20').on).toBe('2026-11-30');
  expect(nextRun(plan('day', { hour: 13 }), noon, '2026-11-20').on).toBe('2026-11-29');
  expect(nextRun(plan('day', { hour: 13 }), noon, '2026-11-29').on).toBe('2026-11-30');
});

test('D2 at the very time of a run, the next one is a day later', () => {
  expect(nextRun(plan('day'), new Date('2026-11-29T07:00:00Z'), null).on).toBe('2026-11-30');
  expect(nextRun(plan('day'), new Date('2026-11-29T06:59:59Z'), null).on).toBe('2026-11-29');
});

test('the search of a report finds what the list finds: trimmed, with accents as one letter', () => {
  expect(searchFilter.parse('  Cafe\u0301 ')).toBe('Caf\u00e9');
});
