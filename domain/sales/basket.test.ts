import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Discount } from '../kernel/line-amounts';
import { toPence } from '../kernel/money';
import { quantityFromText, toQuantity } from '../kernel/quantity';
import { type Basket, type BasketLine, priceBasket } from './basket';

const line = (price: number, quantity: string, more: Partial<BasketLine> = {}): BasketLine => ({
  unitPrice: toPence(price),
  quantity: quantityFromText(quantity),
  discount: null,
  rate: 2000,
  ...more,
});
const basket = (lines: BasketLine[], more: Partial<Basket> = {}): Basket => ({
  mode: 'inclusive',
  lines,
  discount: null,
  ...more,
});

test('V5 V7 VAT is calculated by line: three lines of £1.99 have 99p, one line of three £1.00', () => {
  const apart = priceBasket(basket([line(199, '1'), line(199, '1'), line(199, '1')]));
  expect(apart).toMatchObject({ gross: 597, vat: 99, net: 498 });
  expect(priceBasket(basket([line(199, '3')]))).toMatchObject({ gross: 597, vat: 100, net: 497 });
});

test('M4 M5 M6 V8 line discounts come first, then the basket discount across all rates, then VAT', () => {
  const priced = priceBasket(
    basket(
      [line(1000, '2', { discount: { kind: 'percent', hundredths: 1000 } }), line(600, '1', { rate: 0 })],
      {
        discount: { kind: 'amount', pence: toPence(240) },
      },
    ),
  );
  expect(priced.lines).toEqual([
    { amount: 2000, lineDiscount: 200, basketDiscount: 180, gross: 1620, vat: 270, net: 1350 },
    { amount: 600, lineDiscount: 0, basketDiscount: 60, gross: 540, vat: 0, net: 540 },
  ]);
  expect(priced).toMatchObject({ lineDiscounts: 200, basketDiscount: 240, gross: 2160, vat: 270, net: 1890 });
});

test('V3 V4 a wholesale basket has prices excluding VAT, and VAT is added', () => {
  const priced = priceBasket(basket([line(333, '1.5', { rate: 500 })], { mode: 'exclusive' }));
  expect(priced).toMatchObject({ net: 500, vat: 25, gross: 525 });
});

const discounts: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 10_000 }).map(hundredths => ({ kind: 'percent' as const, hundredths })),
  fc.integer({ min: 0, max: 50_000 }).map(n => ({ kind: 'amount' as const, pence: toPence(n) })),
);
const lines = fc.record({
  unitPrice: fc.integer({ min: 0, max: 200_000 }).map(toPence),
  quantity: fc.integer({ min: 1, max: 100_000 }).map(toQuantity),
  discount: discounts,
  rate: fc.constantFrom(0, 500, 2000),
});

test('M4 M6 V4 V5 A7 the totals of any basket are the sums of its lines, to the penny', () => {
  fc.assert(
    fc.property(
      fc.array(lines, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('inclusive' as const, 'exclusive' as const),
      discounts,
      (basketLines, mode, discount) => {
        const priced = priceBasket({ mode, lines: basketLines, discount });
        const sums = { net: 0, vat: 0, gross: 0, shares: 0 };
        for (const part of priced.lines) {
          expect(part.net + part.vat).toBe(part.gross);
          const paid = part.amount - part.lineDiscount - part.basketDiscount;
          expect(mode === 'inclusive' ? part.gross : part.net).toBe(paid);
          expect(paid).toBeGreaterThanOrEqual(0);
          sums.net += part.net;
          sums.vat += part.vat;
          sums.gross += part.gross;
          sums.shares += part.basketDiscount;
        }
        expect(sums).toEqual({
          net: priced.net,
          vat: priced.vat,
          gross: priced.gross,
          shares: priced.basketDiscount,
        });
      },
    ),
    { numRuns: 1000 },
  );
});
