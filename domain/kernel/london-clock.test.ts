import fc from 'fast-check';
import { expect, test } from 'vitest';
import { londonClock, londonInstant, londonTime } from './london-clock';

test('D1 D2 a date and time in London is one instant, over both clock changes', () => {
  expect(londonInstant('2026-11-21T08:59')).toEqual(new Date('2026-11-21T08:59:00Z'));
  expect(londonInstant('2026-07-01T08:59')).toEqual(new Date('2026-07-01T07:59:00Z'));
  // Midnight in summer is the evening before in UTC.
  expect(londonInstant('2026-07-01T00:00')).toEqual(new Date('2026-06-30T23:00:00Z'));
  // The hour that occurs twice, and the one that is skipped.
  expect(londonInstant('2026-10-25T01:30')).toEqual(new Date('2026-10-25T00:30:00Z'));
  expect(londonClock(new Date('2026-10-25T01:30:00Z'))).toBe('2026-10-25T01:30');
  expect(londonInstant('2026-03-29T01:30')).toEqual(new Date('2026-03-29T01:30:00Z'));
  expect(londonTime(new Date('2026-03-29T01:30:00Z'))).toBe('02:30');
  expect(londonInstant('2028-02-29T12:00')).toEqual(new Date('2028-02-29T12:00:00Z'));
  for (const none of ['', '2026-11-21', '2026-13-01T10:00', '2026-11-21T25:00', 'noon'])
    expect(londonInstant(none)).toBeNull();
});

test('D2 a minute shown in a field is parsed back as that minute, except in the hour that occurs twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 * 24 * 366 * 80 }), minute => {
      const at = new Date(Date.UTC(2000, 0, 1) + minute * 60_000);
      const again = londonInstant(londonClock(at));
      const apart = at.getTime() - (again?.getTime() ?? Number.NaN);
      expect([0, 3600_000]).toContain(apart);
      if (apart !== 0) expect(londonClock(at)).toMatch(/-10-\d\dT01:\d\d$/);
    }),
    { numRuns: 1000 },
  );
});
