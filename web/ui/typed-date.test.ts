import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateToText, dateFromText, outsideBounds } from './typed-date';

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
    expect(dateFromText(typed, true), typed).toBe('2026-03-31');
  for (const wrong of ['', '3', '31/03', '31/02/2026', '00/01/2026', '13/13/2026', '03/31/2026', 'soon'])
    expect(dateFromText(wrong, true), wrong).toBeNull();
  // While typing, 20 is the start of a year.
  expect(dateFromText('31/03/20', false)).toBeNull();
  expect(dateFromText('31/03/20', true)).toBe('2020-03-31');
  expect(dateFromText('310320', false)).toBeNull();
  expect(dateToText('2026-03-01')).toBe('01/03/2026');
});

test('F85 every date is parsed back as shown', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, day => {
      const date = day.toISOString().slice(0, 10);
      expect(dateFromText(dateToText(date), false)).toBe(date);
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
