import { expect, test } from 'vitest';
import { formatDate, formatDay, formatMoment, londonDate } from './dates';

test('D1 D2 a business date is the London date: half an hour before midnight in summer is tomorrow', () => {
  expect(londonDate(new Date('2026-03-31T23:30:00Z'))).toBe('2026-04-01');
  expect(londonDate(new Date('2026-12-31T23:30:00Z'))).toBe('2026-12-31');
  expect(londonDate(new Date('2026-03-29T00:59:59Z'))).toBe('2026-03-29');
  expect(londonDate(new Date('2026-10-25T00:30:00Z'))).toBe('2026-10-25');
  expect(londonDate(new Date('2028-02-29T12:00:00Z'))).toBe('2028-02-29');
});

test('dates are shown as 21 Nov 2026, instants to the second with their zone', () => {
  expect(formatDate('2026-11-21')).toBe('21 Nov 2026');
  expect(formatDate('2026-09-01')).toBe('1 Sep 2026');
  expect(formatDay('2026-06-30T23:30:00Z')).toBe('1 Jul 2026');
  expect(formatMoment('2026-07-01T09:05:06Z')).toBe('1 Jul 2026, 10:05:06 BST');
});
