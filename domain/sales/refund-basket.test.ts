import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { toQuantity } from '../kernel/quantity';
import { type Basket, priceBasket } from './basket';
import { type Refundable, refundPieces, refundValue } from './refund';

const rates = [0, 500, 2000] as const;

const line = fc.record({
  unitPrice: fc.integer({ min: 0, max: 50_000 }).map(toPence),
  quantity: fc.integer({ min: 1, max: 20_000 }).map(toQuantity),
  discount: fc.option(
    fc.record({ kind: fc.constant('percent' as const), hundredths: fc.nat({ max: 10_000 }) }),
  ),
  rate: fc.constantFrom(...rates),
});
const basket: fc.Arbitrary<Basket> = fc.record({
  mode: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  discount: fc.option(
    fc.record({ kind: fc.constant('amount' as const), pence: fc.nat({ max: 20_000 }).map(toPence) }),
  ),
});
/** The line, the share of what is left of it in hundredths, and whether the customer keeps the goods. */
const step = fc.record({ line: fc.nat(), share: fc.integer({ min: 1, max: 99 }), byValue: fc.boolean() });

test('V12 V13 M7 A8 in ten thousand baskets, any split of refunds returns exactly the VAT charged at each rate', () => {
  fc.assert(
    fc.property(basket, fc.array(step, { maxLength: 10 }), (entered, steps) => {
      const sold = priceBasket(entered);
      const remaining = sold.lines.map(
        ({ gross, vat }, index): Refundable => ({
          gross,
          vat,
          cost: toPence(Math.floor(gross / 3)),
          quantity: entered.lines[index]?.quantity ?? toQuantity(0),
        }),
      );
      const back = new Map(rates.map(rate => [rate as number, { net: 0, vat: 0, gross: 0 }]));
      const take = (index: number, pieces: number, value: number | null) => {
        const before = remaining[index];
        const sums = back.get(entered.lines[index]?.rate ?? -1);
        if (!before || !sums) return;
        const part =
          value === null
            ? refundPieces(before, toQuantity(pieces), true)
            : refundValue(before, toPence(value));
        sums.net += part.net;
        sums.vat += part.vat;
        sums.gross += part.gross;
        remaining[index] = part.remaining;
      };
      for (const { line: chosen, share, byValue } of steps) {
        const index = chosen % remaining.length;
        const rest = remaining[index];
        if (!rest) continue;
        const value = Math.floor((rest.gross * share) / 100);
        const pieces = Math.floor((rest.quantity * share) / 100);
        if (byValue && value > 0) take(index, 0, value);
        if (!byValue && pieces > 0) take(index, pieces, null);
      }
      for (const [index, rest] of remaining.entries())
        if (rest.quantity > 0) take(index, rest.quantity, null);
      for (const rate of rates) {
        const sameRate = sold.lines.filter((_, index) => entered.lines[index]?.rate === rate);
        expect(back.get(rate)).toEqual({
          net: sameRate.reduce((total, { net }) => total + net, 0),
          vat: sameRate.reduce((total, { vat }) => total + vat, 0),
          gross: sameRate.reduce((total, { gross }) => total + gross, 0),
        });
      }
      expect(remaining.every(({ gross, vat, cost }) => gross === 0 && vat === 0 && cost === 0)).toBe(true);
    }),
    { numRuns: 10_000 },
  );
});
