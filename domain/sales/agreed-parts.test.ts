import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { toQuantity } from '../kernel/quantity';
import type { CalculatedSale } from './calculate-sale';
import { type AgreedLine, type AgreedSale, agreedParts } from './agreed-parts';

const sold = (
  productId: number,
  quantity: number,
  unitPrice: number,
  lineDiscount = 0,
  listPrice = 1000,
): AgreedLine => ({
  productId,
  quantity: toQuantity(quantity * 1000),
  listPrice: toPence(listPrice),
  unitPrice: toPence(unitPrice),
  lineDiscount: toPence(lineDiscount),
});
const amountOf = (line: AgreedLine) => Math.round((line.unitPrice * line.quantity) / 1000);
const calculated = (lines: readonly AgreedLine[], basketDiscount = 0) =>
  ({
    basketDiscount: toPence(basketDiscount),
    lines: lines.map(line => ({ ...line, amount: toPence(amountOf(line)) })),
  }) as unknown as CalculatedSale;
const agreed = (lines: readonly AgreedLine[], basketDiscount = 0): AgreedSale => ({
  mode: 'inclusive',
  customerId: 7,
  lines,
  basketDiscount: toPence(basketDiscount),
  beforeBasketDiscount: toPence(lines.reduce((total, line) => total + amountOf(line) - line.lineDiscount, 0)),
  onAccount: toPence(0),
});
const edit = (before: AgreedSale, lines: readonly AgreedLine[], basketDiscount = 0) =>
  agreedParts(before, { mode: 'inclusive', customerId: 7, sale: calculated(lines, basketDiscount) });
const both = { price: true, discount: true };

test('L7 a lower quantity stands, a higher one does not, and a discount stands pro rata', () => {
  const before = agreed([sold(1, 4, 900, 400)]);
  expect(edit(before, [sold(1, 4, 900, 400)]).lines).toEqual([both]);
  expect(edit(before, [sold(1, 2, 900, 200)]).lines).toEqual([both]);
  expect(edit(before, [sold(1, 2, 900, 201)]).lines).toEqual([{ price: true, discount: false }]);
  expect(edit(before, [sold(1, 5, 900)]).lines).toEqual([{ price: false, discount: false }]);
  expect(edit(before, [sold(1, 4, 899, 400)]).lines).toEqual([{ price: false, discount: false }]);
  // Twice the same line exceeds what was sold.
  expect(edit(before, [sold(1, 3, 900), sold(1, 2, 900)]).lines).toEqual([
    both,
    { price: false, discount: false },
  ]);
});

test('L7 a basket discount stands while neither its amount nor its share grows', () => {
  const before = agreed([sold(1, 10, 1000)], 1000);
  expect(edit(before, [sold(1, 10, 1000)], 1000).basketDiscount).toBe(true);
  expect(edit(before, [sold(1, 5, 1000)], 500).basketDiscount).toBe(true);
  expect(edit(before, [sold(1, 5, 1000)], 501).basketDiscount).toBe(false);
  expect(edit(before, [sold(1, 20, 1000)], 1001).basketDiscount).toBe(false);
  // £100.00 less £20.00 of the line, less £8.00: a tenth. Half of it may have £4.00 off, not a penny more.
  const reduced = agreed([sold(1, 10, 1000, 2000)], 800);
  expect(edit(reduced, [sold(1, 5, 1000, 1000)], 400).basketDiscount).toBe(true);
  expect(edit(reduced, [sold(1, 5, 1000, 1000)], 401).basketDiscount).toBe(false);
});

test('L7 a price stays agreed for its own product only', () => {
  const before = agreed([sold(1, 1, 900)]);
  expect(edit(before, [sold(2, 1, 900)]).lines).toEqual([{ price: false, discount: false }]);
});

test('L7 nothing stands in another price mode, and for another customer only general prices do', () => {
  const before = agreed([sold(1, 1, 900), sold(2, 1, 1000)]);
  const request = { mode: 'inclusive' as const, customerId: 8, sale: calculated(before.lines) };
  expect(agreedParts(before, request).lines.map(({ price }) => price)).toEqual([false, true]);
  expect(agreedParts(before, { ...request, customerId: 7, mode: 'exclusive' })).toEqual({
    lines: [
      { price: false, discount: false },
      { price: false, discount: false },
    ],
    basketDiscount: false,
  });
});

test('L7 an unchanged sale stands in any order of lines, and so does any part of it', () => {
  const line = fc
    .record({
      productId: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 6 }),
      unitPrice: fc.constantFrom(700, 900, 1000),
      percent: fc.constantFrom(0, 0, 10, 25),
    })
    .map(({ productId, quantity, unitPrice, percent }) =>
      sold(productId, quantity, unitPrice, Math.floor((quantity * unitPrice * percent) / 100)),
    );
  const cases = fc
    .array(line, { minLength: 1, maxLength: 8 })
    .chain(lines => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: 1 })));
  fc.assert(
    fc.property(cases, ([lines, kept]) => {
      expect(edit(agreed(lines), kept).lines).toEqual(kept.map(() => both));
    }),
    { numRuns: 1000 },
  );
});
