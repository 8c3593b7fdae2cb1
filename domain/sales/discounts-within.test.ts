import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits } from '../kernel/quantity';
import { discountsWithin } from './discounts-within';
import type { CalculatedLine } from './calculate-sale';

const pence = toPence;
/** Two lines: £5.00 less £1.00 by hand, and £3.00: £7.00 before the basket discount. */
const lines = [
  { amount: pence(500), lineDiscount: pence(100) },
  { amount: pence(300), lineDiscount: pence(0) },
] as CalculatedLine[];
const resultFor = (typed: readonly (number | null)[], discount: number | null = null) =>
  discountsWithin(
    {
      entries: typed.map(amount => ({
        product_id: 1,
        quantity: wholeUnits(1),
        ...(amount === null ? {} : { discount_amount: pence(amount) }),
      })),
      discount: discount === null ? null : { kind: 'amount', pence: pence(discount) },
    },
    { lines },
  );

test('M5 a manual discount may take all of a line, and not a penny more', () => {
  expect(resultFor([500, 300])).toEqual({ allowed: true });
  expect(resultFor([501, null])).toMatchObject({ allowed: false, field: 'lines.0.discount_amount' });
  expect(resultFor([100, 301])).toMatchObject({
    allowed: false,
    field: 'lines.1.discount_amount',
    reason: expect.stringMatching(/^Line 2\b.*£3\.00/),
  });
  expect(resultFor([null, null])).toEqual({ allowed: true });
});

test('M5 a basket discount may take all of the lines after their discounts, and not a penny more', () => {
  expect(resultFor([100, null], 700)).toEqual({ allowed: true });
  expect(resultFor([100, null], 701)).toMatchObject({ allowed: false, field: 'discount_amount' });
  expect(resultFor([100, null], 0)).toEqual({ allowed: true });
  const half = { kind: 'percent' as const, hundredths: 10_000 };
  expect(discountsWithin({ entries: [], discount: half }, { lines })).toEqual({ allowed: true });
});
