import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPounds, maxPence, money, penceFromPounds, poundsFromPence } from './money';

const amounts = fc.integer({ min: -maxPence, max: maxPence });

test('M1 M12 K-05 every amount survives the wire format exactly', () => {
  fc.assert(
    fc.property(amounts, pence => {
      const wire = poundsFromPence(pence);
      expect(wire).toMatch(/^-?\d+\.\d{2}$/);
      expect(penceFromPounds(wire)).toBe(pence === 0 ? 0 : pence);
      expect(money.parse(wire)).toBe(pence === 0 ? 0 : pence);
    }),
    { numRuns: 1000 },
  );
});

test('K-05 pounds are shown with two decimals, a thousands separator and a true minus', () => {
  expect([0, 5, 100, 123_450, 1_234_567_89, -1_234].map(formatPounds)).toEqual([
    '£0.00',
    '£0.05',
    '£1.00',
    '£1,234.50',
    '£1,234,567.89',
    '−£12.34',
  ]);
});

test('text that is not an amount is refused', () => {
  for (const wrong of ['1', '1.5', '1.555', '1,000.00', ' 1.00', '£1.00', '1e3', 'NaN', '', '--1.00'])
    expect(money.safeParse(wrong).success, wrong).toBe(false);
  for (const wrong of [1.5, Number.NaN, Infinity, 2 ** 53])
    expect(() => poundsFromPence(wrong)).toThrow(RangeError);
});
