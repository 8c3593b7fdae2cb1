import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './dates';
import { financialYearOf, defaultYearStart } from './financial-year';

test('D4 a financial year starts on the configured day, 1 April by default', () => {
  expect(financialYearOf('2026-03-31', defaultYearStart)).toEqual({ from: '2025-04-01', to: '2026-03-31' });
  expect(financialYearOf('2026-04-01', defaultYearStart)).toEqual({ from: '2026-04-01', to: '2027-03-31' });
  expect(financialYearOf('2026-12-31', '01-01')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(financialYearOf('2027-07-14', '03-01')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
});

test('D4 every day is in one year, and years follow each other without a gap', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map(n => addDays('2000-01-01', n));
  const starts = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(parts => parts.map(part => String(part).padStart(2, '0')).join('-'));
  fc.assert(
    fc.property(days, starts, (day, start) => {
      const { from, to } = financialYearOf(day, start);
      expect(from <= day && day <= to).toBe(true);
      expect(from.slice(5)).toBe(start);
      expect(financialYearOf(addDays(to, 1), start).from).toBe(addDays(to, 1));
    }),
    { numRuns: 1000 },
  );
});
