import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, discountAmount, lineAmount } from './line-amounts';
import { toPence } from './money';
import { quantityFromText, textFromQuantity, timesFactor, toQuantity } from './quantity';
import { roundHalfAwayFromZero } from './rounding';
import { prorate } from './prorate';

const runs = { numRuns: 1000, verbose: 1 } as const;
const pence = fc.integer({ min: 0, max: 10_000_000_00 }).map(toPence);

test('M2 halves round away from zero, and a negative amount mirrors its positive', () => {
  expect([5, 15, 25, -5, -15, 4, -4, 6].map(n => roundHalfAwayFromZero(n, 10))).toEqual([
    1, 2, 3, -1, -2, 0, 0, 1,
  ]);
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 1_000_000 }), (top, bottom) => {
      expect(roundHalfAwayFromZero(-top, bottom)).toBe(0 - roundHalfAwayFromZero(top, bottom));
      const rounded = BigInt(roundHalfAwayFromZero(top, bottom)) * BigInt(bottom);
      const off = rounded - BigInt(top);
      expect(2n * (off < 0n ? -off : off) <= BigInt(bottom)).toBe(true);
    }),
    runs,
  );
});

test('M1 M3 a quantity survives the wire format, and a line is price times quantity', () => {
  expect(lineAmount(toPence(199), quantityFromText('3'))).toBe(597);
  expect(lineAmount(toPence(333), quantityFromText('0.5'))).toBe(167);
  expect(timesFactor(quantityFromText('2'), quantityFromText('12'))).toBe(24_000);
  expect(timesFactor(quantityFromText('0.001'), quantityFromText('0.5'))).toBe(null);
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), thousandths => {
      expect(quantityFromText(textFromQuantity(thousandths))).toBe(thousandths === 0 ? 0 : thousandths);
    }),
    runs,
  );
});

test('M5 a discount is between zero and the whole amount', () => {
  fc.assert(
    fc.property(pence, fc.integer({ min: -100, max: 20_000 }), pence, (amount, hundredths, keyed) => {
      for (const discount of [
        { kind: 'percent', hundredths } as const,
        { kind: 'amount', pence: keyed } as const,
      ]) {
        const off = discountAmount(amount, discount);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(amount);
      }
    }),
    runs,
  );
  expect(discountAmount(toPence(999), { kind: 'percent', hundredths: 1250 })).toBe(125);
});

test('M6 V8 shares add up to the discount, each within a penny of its exact share, and zero weights get nothing', () => {
  expect(allocate(toPence(100), [1, 1, 1])).toEqual([34, 33, 33]);
  expect(allocate(toPence(1), [0, 5, 5])).toEqual([0, 1, 0]);
  fc.assert(
    fc.property(
      pence,
      fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 40 }),
      (total, weights) => {
        const sum = weights.reduce((all, weight) => all + weight, 0);
        fc.pre(sum > 0);
        const shares = allocate(total, weights);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total);
        shares.forEach((share, index) => {
          const due = (BigInt(total) * BigInt(weights[index] ?? 0)) / BigInt(sum);
          expect(BigInt(share) === due || BigInt(share) === due + 1n).toBe(true);
          if (weights[index] === 0) expect(share).toBe(0);
        });
      },
    ),
    runs,
  );
});

test('M6 a discount spread over its lines never exceeds a line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 30 }),
      fc.nat(10_000),
      (amounts, share) => {
        const sum = amounts.reduce((all, amount) => all + amount, 0);
        fc.pre(sum > 0);
        const discount = toPence(Math.floor((sum * share) / 10_000));
        allocate(discount, amounts).forEach((part, index) =>
          expect(part).toBeLessThanOrEqual(amounts[index] ?? 0),
        );
      },
    ),
    runs,
  );
});

test('M7 consecutive parts add up to the pool to the penny', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000_00 }),
      fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 30 }),
      (value, parts) => {
        let pool = toPence(value);
        let whole = parts.reduce((all, part) => all + part, 0);
        let total = 0;
        for (const part of parts) {
          const worth = prorate(pool, toQuantity(part), whole);
          total += worth;
          pool = toPence(pool - worth);
          whole -= part;
        }
        expect(total).toBe(value === 0 ? 0 : value);
        expect(pool).toBe(0);
      },
    ),
    runs,
  );
});
