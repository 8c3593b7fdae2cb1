import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relativeTime } from './relative-time';

test.each([
  ['2026-11-21T12:00:00Z', '2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:59:01Z', '2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:59:00Z', '2026-11-21T12:00:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '2026-11-21T12:00:00Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '2026-11-21T12:00:00Z', '1 hour ago'],
  ['2026-11-21T23:00:00Z', '2026-11-22T04:59:00Z', '5 hours ago'],
  ['2026-11-21T23:00:00Z', '2026-11-22T05:00:00Z', 'yesterday'],
  ['2026-11-21T00:00:00Z', '2026-11-21T23:59:00Z', '23 hours ago'],
  ['2026-11-15T23:59:00Z', '2026-11-21T00:00:00Z', '6 days ago'],
  ['2026-11-14T12:00:00Z', '2026-11-21T12:00:00Z', '14 Nov 2026'],
  // In summer a London day begins at 23:00 in UTC.
  ['2026-06-28T23:30:00Z', '2026-06-30T22:30:00Z', 'yesterday'],
])('%s seen at %s is %s', (at, now, words) => {
  expect(relativeTime(new Date(at), new Date(now))).toBe(words);
});

test('any two instants have words in the past tense', () => {
  const instant = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2035-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instant, instant, (at, now) => {
      expect(relativeTime(at, now)).toMatch(
        /^(just now|yesterday|\d+ (minutes?|hours?|days) ago|\d{1,2} [A-Z][a-z]{2} \d{4})$/,
      );
    }),
    { numRuns: 1000 },
  );
});
