import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, londonDate } from '../kernel/dates';
import { dueDay, isBaseBackupDue, londonHour, momentOf, nextMoment } from './backup-schedule';

const none = { count: 0, isDone: false, lastEndedAt: null };
const at = (text: string) => new Date(text);
const longAgo = at('2019-01-01T00:00:00Z');

test('the hour is London’s, over both clock changes', () => {
  expect(momentOf('2026-11-22', 2)).toEqual(at('2026-11-22T02:00:00Z'));
  expect(momentOf('2026-07-01', 2)).toEqual(at('2026-07-01T01:00:00Z'));
  expect(momentOf('2026-07-01', 0)).toEqual(at('2026-06-30T23:00:00Z'));
  // The night without an hour from one to two: the next hour.
  expect(momentOf('2026-03-29', 1)).toEqual(at('2026-03-29T01:00:00Z'));
  expect(londonHour(at('2026-03-29T01:00:00Z'))).toBe(2);
  expect(momentOf('2026-03-29', 2)).toEqual(at('2026-03-29T01:00:00Z'));
  // The night with that hour twice: the first.
  expect(momentOf('2026-10-25', 1)).toEqual(at('2026-10-25T00:00:00Z'));
  expect(momentOf('2026-10-25', 2)).toEqual(at('2026-10-25T02:00:00Z'));
});

test('every day has one moment, on that day, and the next one follows within 25 hours', () => {
  const moments = fc.date({ min: at('2020-01-01'), max: at('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 23 }), (now, hour) => {
      const next = nextMoment(now, hour);
      expect(londonHour(next)).toBeGreaterThanOrEqual(hour);
      expect(londonHour(new Date(next.getTime() - 1))).not.toBe(londonHour(next));
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3600_000);
      expect([londonDate(now), addDays(londonDate(now), 1)]).toContain(londonDate(next));
      // Due at its time, and no longer once it is made.
      const day = londonDate(next);
      expect(dueDay(next, hour, none, null)).toBe(day);
      expect(dueDay(new Date(next.getTime() - 1), hour, none, longAgo)).not.toBe(day);
      expect(dueDay(next, hour, { ...none, count: 1, isDone: true }, longAgo)).toBeNull();
    }),
    { numRuns: Number(process.env.RUNS ?? 1000) },
  );
});

test('a missed backup is caught up, a new installation waits, and a failed one is tried three times with a pause', () => {
  const noon = at('2026-11-22T12:00:00Z');
  expect(dueDay(noon, 2, none, longAgo)).toBe('2026-11-22');
  // Installed after two o'clock: the first one is due the next night, or the next morning when the computer is started.
  expect(dueDay(noon, 2, none, at('2026-11-22T10:00:00Z'))).toBeNull();
  expect(dueDay(noon, 2, none, null)).toBeNull();
  expect(dueDay(at('2026-11-23T08:00:00Z'), 2, none, at('2026-11-22T10:00:00Z'))).toBe('2026-11-23');
  expect(dueDay(at('2026-11-22T02:59:00Z'), 2, none, at('2026-11-22T02:30:00Z'))).toBe('2026-11-22');
  const failed = (count: number, lastEndedAt: Date | null) => ({ count, isDone: false, lastEndedAt });
  expect(dueDay(noon, 2, failed(1, at('2026-11-22T11:01:00Z')), longAgo)).toBeNull();
  expect(dueDay(noon, 2, failed(2, at('2026-11-22T11:00:00Z')), longAgo)).toBe('2026-11-22');
  expect(dueDay(noon, 2, failed(3, at('2026-11-22T09:00:00Z')), longAgo)).toBeNull();
  expect(dueDay(noon, 2, failed(1, null), longAgo)).toBeNull();
});

test('R26 a base backup is due without a verified one and once a day after the hour, and is tried again after an hour', () => {
  const noon = at('2026-11-22T12:00:00Z');
  const made = (text: string, reasons: string[] = []) => ({
    finishedAt: at(text),
    checkedAt: at(text),
    reasons,
  });
  expect(isBaseBackupDue(noon, 2, undefined, null)).toBe(true);
  expect(isBaseBackupDue(noon, 2, made('2026-11-22T02:01:00Z'), null)).toBe(false);
  expect(isBaseBackupDue(noon, 2, made('2026-11-22T01:59:00Z'), null)).toBe(true);
  expect(isBaseBackupDue(at('2026-11-23T01:59:00Z'), 2, made('2026-11-22T02:01:00Z'), null)).toBe(false);
  expect(isBaseBackupDue(at('2026-11-23T02:00:00Z'), 2, made('2026-11-22T02:01:00Z'), null)).toBe(true);
  expect(isBaseBackupDue(noon, 2, made('2026-11-22T11:59:00Z', ['A check fails']), null)).toBe(true);
  expect(isBaseBackupDue(noon, 2, { ...made('2026-11-22T11:59:00Z'), checkedAt: null }, null)).toBe(true);
  expect(isBaseBackupDue(noon, 2, undefined, at('2026-11-22T11:01:00Z'))).toBe(false);
  expect(isBaseBackupDue(noon, 2, undefined, at('2026-11-22T11:00:00Z'))).toBe(true);
});
