import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pence, sum, toPence } from '../kernel/money';
import { wholeUnits } from '../kernel/quantity';
import { splitLine } from '../kernel/vat';
import { priceBasket } from '../sales/basket';
import { type Refundable, refundPieces } from '../sales/refund';
import type { PriceRules, PromotionRule } from './price-rules';
import { basketLineOf, priceEntries } from './price-entries';

const often = { numRuns: 1000 };
const rates = [0, 500, 2000] as const;

/** Products 1, 2, 3 … at these prices; one promotion over all of them. */
const rulesOf = (
  goods: readonly { price: Pence; rate: number }[],
  terms: PromotionRule['terms'],
): PriceRules => ({
  group: null,
  breaks: [],
  products: goods.map(({ price, rate }, index) => ({
    product_id: index + 1,
    list_price: price,
    price_includes_vat: true,
    vat_percent: rate,
    group_price: null,
  })),
  promotions: [
    { id: 1, name: 'Deal', starts_on: '2026-01-01', ends_on: '2026-12-31', product_ids: null, terms },
  ],
});
const goods = fc.array(
  fc.record({ price: fc.integer({ min: 1, max: 3000 }).map(toPence), rate: fc.constantFrom(...rates) }),
  { minLength: 2, maxLength: 7 },
);
const one = wholeUnits(1);
const priced = (rules: PriceRules) =>
  priceEntries({
    rules,
    date: '2026-11-22',
    entries: rules.products.map(({ product_id }) => ({ product_id, quantity: one })),
  });

test('M13 N for £P: the shares of its items add up to the price, none below zero, VAT on each share (V4)', () => {
  fc.assert(
    fc.property(goods, fc.integer({ min: 0, max: 5000 }).map(toPence), (items, price) => {
      const before = sum(items.map(item => item.price));
      const { lines, gross, vat } = priced(
        rulesOf(items, { kind: 'n_for_price', units: items.length, price, price_includes_vat: true }),
      );
      expect(gross).toBe(Math.min(price, before));
      for (const [index, line] of lines.entries()) {
        expect(line.amount).toBeGreaterThanOrEqual(0);
        expect(line.vat).toBe(splitLine(line.gross, 'inclusive', items[index]?.rate ?? 0).vat);
        // Largest remainder: never a whole penny away from the exact share.
        if (price < before)
          expect(Math.abs(line.gross * before - price * (items[index]?.price ?? 0))).toBeLessThan(before);
      }
      expect(sum(lines.map(line => line.vat))).toBe(vat);
    }),
    often,
  );
});

test('M13 buy all but one, get the cheapest free: the price is shared by all items in proportion', () => {
  fc.assert(
    fc.property(goods, items => {
      const { lines, gross } = priced(
        rulesOf(items, { kind: 'buy_x_get_y', buy: items.length - 1, get: 1, percent_off: 10_000 }),
      );
      const before = sum(items.map(item => item.price));
      const paid = before - Math.min(...items.map(item => item.price));
      expect(gross).toBe(paid);
      for (const [index, line] of lines.entries())
        expect(Math.abs(line.gross * before - paid * (items[index]?.price ?? 0))).toBeLessThan(before);
    }),
    often,
  );
});

test('M13 V12 M7 refunding all items of a deal in any order refunds the deal to the penny, price and VAT', () => {
  fc.assert(
    fc.property(
      goods,
      fc.integer({ min: 0, max: 5000 }).map(toPence),
      fc.integer({ min: 0, max: 200 }).map(toPence),
      fc.infiniteStream(fc.nat()),
      (items, price, off, order) => {
        const rules = rulesOf(items, {
          kind: 'n_for_price',
          units: items.length,
          price,
          price_includes_vat: true,
        });
        const sold = priceBasket({
          mode: 'inclusive',
          discount: { kind: 'amount', pence: off },
          lines: priced(rules).lines.map(basketLineOf),
        });
        const remaining: Refundable[] = sold.lines.map(({ gross, vat }) => ({
          quantity: one,
          gross,
          vat,
          cost: toPence(0),
        }));
        const [given, vat] = [[] as Pence[], [] as Pence[]];
        while (remaining.length > 0) {
          const [line] = remaining.splice((order.next().value ?? 0) % remaining.length, 1);
          const back = line && refundPieces(line, one, true);
          if (!back) throw new Error('Nothing came back');
          given.push(back.gross);
          vat.push(back.vat);
        }
        expect(sum(given)).toBe(sold.gross);
        expect(sum(vat)).toBe(sold.vat);
      },
    ),
    often,
  );
});
