import { expect, test } from 'vitest';
import { monthToDate } from './month-to-date';

test('R4 the month to date, and the same days of the previous month', () => {
  expect(monthToDate('2026-11-21')).toEqual({
    month: { from: '2026-11-01', to: '2026-11-21' },
    before: { from: '2026-10-01', to: '2026-10-21' },
  });
  expect(monthToDate('2027-01-01').before).toEqual({ from: '2026-12-01', to: '2026-12-01' });
});

test('R4 D3 a longer month is compared with the whole of a shorter one, 29 February included', () => {
  expect(monthToDate('2027-03-31').before).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(monthToDate('2028-03-30').before).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthToDate('2028-03-29').before).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});
