import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from './money';
import { roundHalfAwayFromZero } from './rounding';
import { priceWithoutVat, splitLine, vatNumberOf, vatRateOn, vatWithin } from './vat';

const runs = { numRuns: 1000, verbose: 1 } as const;
const pence = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }).map(toPence);
const rate = fc.constantFrom(0, 500, 1750, 2000);

test('V1 the rate is chosen by tax point', () => {
  const rates = [
    { code: 'S', rate: 1750, validFrom: '1991-04-01' },
    { code: 'S', rate: 1500, validFrom: '2008-12-01' },
    { code: 'S', rate: 2000, validFrom: '2011-01-04' },
  ] as const;
  expect(
    ['1990-01-01', '1991-04-01', '2010-12-31', '2011-01-04'].map(day => vatRateOn('S', day, rates)),
  ).toEqual([undefined, 1750, 1500, 2000]);
  expect(vatRateOn('R', '2026-01-01', rates)).toBeUndefined();
});

test('V3 V4 net and VAT add up to the gross to the penny, in both modes, for either sign', () => {
  expect(splitLine(toPence(1000), 'exclusive', 2000)).toEqual({ net: 1000, vat: 200, gross: 1200 });
  expect(splitLine(toPence(1200), 'inclusive', 2000)).toEqual({ net: 1000, vat: 200, gross: 1200 });
  fc.assert(
    fc.property(pence, rate, fc.constantFrom('inclusive', 'exclusive'), (amount, percent, mode) => {
      const { net, vat, gross } = splitLine(amount, mode, percent);
      expect(net + vat).toBe(gross);
      expect(mode === 'inclusive' ? gross : net).toBe(amount);
      const exact =
        mode === 'inclusive'
          ? [BigInt(amount) * BigInt(percent), 10_000 + percent]
          : [BigInt(amount) * BigInt(percent), 10_000];
      expect(vat).toBe(roundHalfAwayFromZero(exact[0] ?? 0n, exact[1] ?? 1));
    }),
    runs,
  );
});

test('V5 V6 VAT is calculated by line, to the nearest penny: three lines of £1.99 have 99p, one of three £1.00', () => {
  const line = vatWithin(toPence(199), 2000);
  expect([line, 3 * line, vatWithin(toPence(597), 2000)]).toEqual([33, 99, 100]);
  // Half a penny always rounds up, never systematically down.
  expect(vatWithin(toPence(3), 2000)).toBe(1);
});

test('V9 a price without VAT is proposed, and adding VAT again comes within a penny of the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }).map(toPence), rate, (price, percent) => {
      const { gross } = splitLine(priceWithoutVat(price, percent), 'exclusive', percent);
      expect(Math.abs(gross - price)).toBeLessThanOrEqual(1);
    }),
    runs,
  );
});

test('V23 a VAT registration number has nine digits, with or without GB', () => {
  expect(
    ['GB 123 456 789', '123456789', 'gb123456789', '12345678', 'FR123456789', ''].map(vatNumberOf),
  ).toEqual(['GB123456789', 'GB123456789', 'GB123456789', null, null, null]);
});
