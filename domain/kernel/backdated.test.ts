import { expect, test } from 'vitest';
import { isBackdated } from './backdated';

test.each([
  ['2026-11-28', '2026-11-28T23:59:59Z', false],
  ['2026-11-28', '2026-11-29T00:00:00Z', false],
  ['2026-11-28', '2026-11-29T00:59:59Z', false],
  ['2026-11-28', '2026-11-29T01:00:00Z', true],
  ['2026-11-27', '2026-11-29T00:00:00Z', true],
  ['2026-11-29', '2026-11-29T00:30:00Z', false],
  // London's midnight is at 23:00 UTC in summer.
  ['2026-06-30', '2026-06-30T23:59:59Z', false],
  ['2026-06-30', '2026-07-01T00:00:00Z', true],
])('D6 what was typed before midnight is not backdated: %s at %s', (day, now, expected) => {
  expect(isBackdated(day, new Date(now))).toBe(expected);
});
