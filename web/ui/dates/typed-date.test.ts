import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateAfterKey, dateToText, dateFromText, outsideBounds } from './typed-date';

const today = '2026-11-23';

test('F85 a date is typed as day, month, year, and sent in wire format', () => {
  for (const typed of [
    '31/03/2026',
    '31.3.2026',
    '31-03-2026',
    '31 3 2026',
    '2026-03-31',
    ' 31/3/26 ',
    '31032026',
    '310326',
  ])
    expect(dateFromText(typed, true, today), typed).toBe('2026-03-31');
  for (const wrong of [
    '',
    '31',
    '31/02',
    '31/02/2026',
    '00/01/2026',
    '13/13/2026',
    '03/31/2026',
    '/3',
    'soon',
  ])
    expect(dateFromText(wrong, true, today), wrong).toBeNull();
  // While typing, 20 is the start of a year.
  expect(dateFromText('31/03/20', false, today)).toBeNull();
  expect(dateFromText('31/03/20', true, today)).toBe('2020-03-31');
  expect(dateFromText('310320', false, today)).toBeNull();
  expect(dateToText('2026-03-01')).toBe('01/03/2026');
});

test('F85 every date is parsed back as shown', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, day => {
      const date = day.toISOString().slice(0, 10);
      expect(dateFromText(dateToText(date), false, today)).toBe(date);
    }),
  );
});

test("F85 a date outside a field's range is refused with the range", () => {
  const bounds = { min: '2026-03-01', max: '2026-03-31' };
  expect(outsideBounds('2026-02-28', bounds)).toBe('Enter 01/03/2026 or a later date.');
  expect(outsideBounds('2026-04-01', bounds)).toBe('Enter 31/03/2026 or an earlier date.');
  for (const date of ['2026-03-01', '2026-03-31']) expect(outsideBounds(date, bounds)).toBeUndefined();
  expect(outsideBounds('1999-01-01', {})).toBeUndefined();
});

test('a date is also typed in words and in part, once typing is done', () => {
  const meant = {
    t: '2026-11-23',
    Today: '2026-11-23',
    yesterday: '2026-11-22',
    tomorrow: '2026-11-24',
    '+30': '2026-12-23',
    '-7': '2026-11-16',
    '−7': '2026-11-16',
    'end of month': '2026-11-30',
    'start of month': '2026-11-01',
    'end of last month': '2026-10-31',
    'end of next  month': '2026-12-31',
    21: '2026-11-21',
    '21/11': '2026-11-21',
    '1.3': '2026-03-01',
    '21 Nov': '2026-11-21',
    '21nov': '2026-11-21',
    '21st November 2025': '2025-11-21',
    '3 Sept 26': '2026-09-03',
    '29 feb 2028': '2028-02-29',
  };
  for (const [typed, date] of Object.entries(meant)) {
    expect(dateFromText(typed, true, today), typed).toBe(date);
    expect(dateFromText(typed, false, today), `${typed}, while typing`).toBeNull();
  }
  for (const wrong of [
    '29 feb',
    '31 Nov',
    '21 No',
    '21 Novel',
    '32',
    '0',
    '21/13',
    'end',
    '++3',
    'to',
    'Nov 21',
  ])
    expect(dateFromText(wrong, true, today), wrong).toBeNull();
});

test('keys move a date by a day or a month, into shorter months too', () => {
  const after = (date: string, key: string, held: { shiftKey?: true; altKey?: true } = {}) =>
    dateAfterKey(date, { key, shiftKey: false, altKey: false, ...held });
  expect(after('2026-12-31', 'ArrowUp', { shiftKey: true })).toBe('2027-01-01');
  expect(after('2026-03-01', 'ArrowDown', { shiftKey: true })).toBe('2026-02-28');
  expect(after('2026-01-31', 'ArrowUp', { altKey: true })).toBe('2026-02-28');
  expect(after('2026-01-15', 'ArrowDown', { altKey: true })).toBe('2025-12-15');
  expect(after('2026-01-15', 'ArrowDown')).toBeNull();
  expect(after('2026-01-15', 'ArrowUp', { shiftKey: true, altKey: true })).toBeNull();
  expect(after('2026-01-15', 'Home', { shiftKey: true })).toBeNull();
});

test("F85 no field is the browser's own date field, which follows the browser's locale", () => {
  const web = join(import.meta.dirname, '..', '..');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(300);
  const native = /type=["'{ ]*(?:date|time|month|week|datetime-local)["'} ]/;
  expect(files.filter(file => native.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
});
