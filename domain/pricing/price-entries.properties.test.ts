import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineAmount } from '../kernel/line-amounts';
import { toPence } from '../kernel/money';
import { toQuantity, wholeUnits } from '../kernel/quantity';
import { priceBasket } from '../sales/basket';
import type { BasketEntry, PriceRules, PromotionRule } from './price-rules';
import { basketLineOf, priceEntries } from './price-entries';

const priced = (entries: BasketEntry[], rules: PriceRules) =>
  priceEntries({ entries, rules, date: '2026-11-21' });

const ids = fc.integer({ min: 1, max: 4 });
const percents = fc.integer({ min: 0, max: 10_000 });
const prices = fc.integer({ min: 0, max: 3000 }).map(toPence);
type Terms = fc.Arbitrary<PromotionRule['terms']>;
const buyGet: Terms = fc.record({
  kind: fc.constant('buy_x_get_y' as const),
  buy: fc.integer({ min: 1, max: 4 }),
  get: fc.integer({ min: 1, max: 3 }),
  percent_off: percents,
});
const singles: Terms = fc.oneof(
  fc.record({ kind: fc.constant('percentage' as const), percent_off: percents }),
  fc.record({ kind: fc.constant('fixed_price' as const), price: prices }),
);
const inUnits = fc.integer({ min: 1, max: 4 });
const pricedDeal = (withVat: fc.Arbitrary<boolean>): Terms =>
  fc.oneof(
    fc.record({
      kind: fc.constant('n_for_price' as const),
      units: inUnits,
      price: prices,
      price_includes_vat: withVat,
    }),
    fc.record({
      kind: fc.constant('mix_and_match' as const),
      groups: fc.array(fc.record({ units: inUnits, product_ids: fc.uniqueArray(ids, { minLength: 1 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      price: prices,
      price_includes_vat: withVat,
    }),
  );
const termsIn = (isMixed: boolean) =>
  fc.oneof(singles, buyGet, pricedDeal(isMixed ? fc.boolean() : fc.constant(true)));
const chosen = fc.option(fc.uniqueArray(ids, { minLength: 1 }));
const days = { starts_on: '2026-11-01', ends_on: '2026-11-30' };
const promotionsOf = (max: number, terms: Terms) =>
  fc
    .array(fc.record({ terms, product_ids: chosen }), { maxLength: max })
    .map(rules =>
      rules.map((rule, index) => ({ ...rule, ...days, id: index + 1, name: `Offer ${index + 1}` })),
    );
const catalogue = (isMixed: boolean) =>
  fc.tuple(
    ...[1, 2, 3, 4].map(id =>
      fc.record({
        product_id: fc.constant(id),
        list_price: prices,
        price_includes_vat: isMixed ? fc.boolean() : fc.constant(true),
        vat_percent: fc.constantFrom(0, 500, 2000),
        group_price: fc.option(prices),
      }),
    ),
  );
const breaks = fc.array(
  fc.record({
    product_id: ids,
    price_group_id: fc.option(fc.integer({ min: 1, max: 2 })),
    from_quantity: fc.integer({ min: 1, max: 20_000 }).map(toQuantity),
    unit_price: prices,
  }),
  { maxLength: 5 },
);
const group = fc.option(percents.map(percent_off => ({ id: 1, name: 'Trade', percent_off })));
const rulesOf = (isMixed: boolean, terms: Terms = termsIn(isMixed)): fc.Arbitrary<PriceRules> =>
  fc.record({ group, products: catalogue(isMixed), breaks, promotions: promotionsOf(4, terms) });
const quantities = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map(wholeUnits),
  fc.integer({ min: 1, max: 12_000 }).map(toQuantity),
);
const untyped = fc.record({ product_id: ids, quantity: quantities });
const someEntries = fc.array(untyped, { minLength: 1, maxLength: 8 });
const typed = fc.oneof(
  { weight: 3, arbitrary: untyped },
  fc.record({ product_id: ids, quantity: quantities, unit_price: prices }),
  fc.record({ product_id: ids, quantity: quantities, discount_percent: percents }),
  fc.record({ product_id: ids, quantity: quantities, discount_amount: prices }),
);
const often = { numRuns: 1000 };

test('M4 M5 no line is ever above its list price or below zero, whatever the rules', () => {
  fc.assert(
    fc.property(someEntries, rulesOf(true), (entries, rules) => {
      for (const line of priced(entries, rules).lines) {
        expect(line.unit_price).toBeLessThanOrEqual(line.list_price);
        expect(line.amount).toBeLessThanOrEqual(lineAmount(line.list_price, line.quantity));
        expect(line.amount).toBeGreaterThanOrEqual(0);
        for (const { discount } of line.promotions) expect(discount).toBeGreaterThanOrEqual(0);
      }
    }),
    often,
  );
});

test('V4 V5 the parts add up to the whole, and a sale calculates the same from them', () => {
  fc.assert(
    fc.property(fc.array(typed, { minLength: 1, maxLength: 8 }), rulesOf(false), (entries, rules) => {
      const result = priced(entries, rules);
      for (const line of result.lines) {
        expect(line.net + line.vat).toBe(line.gross);
        expect(lineAmount(line.unit_price, line.quantity) - line.discount).toBe(line.amount);
        if (line.promotions.length > 0)
          expect(line.promotions.reduce((all, { discount }) => all + discount, 0)).toBe(line.discount);
      }
      const sold = priceBasket({ mode: 'inclusive', discount: null, lines: result.lines.map(basketLineOf) });
      expect(sold).toMatchObject({ net: result.net, vat: result.vat, gross: result.gross });
      expect(sold.lines.map(({ gross }) => gross)).toEqual(result.lines.map(({ amount }) => amount));
    }),
    often,
  );
});

test('M13 the order of lines and rules does not change the total', () => {
  fc.assert(
    fc.property(someEntries, rulesOf(false), (entries, rules) => {
      const turned = {
        ...rules,
        products: rules.products.toReversed(),
        breaks: rules.breaks.toReversed(),
        promotions: rules.promotions.toReversed(),
      };
      const [one, other] = [priced(entries, rules), priced(entries.toReversed(), turned)];
      expect(other.gross).toBe(one.gross);
      // Of two identical lines, the lower one gets the remaining penny (M6).
      expect(other.lines.length).toBe(one.lines.length);
    }),
    often,
  );
});

test('promotions never raise the price of a basket', () => {
  fc.assert(
    fc.property(someEntries, rulesOf(false), (entries, rules) => {
      const units = rules.promotions.filter(
        ({ terms: { kind } }) => kind === 'percentage' || kind === 'fixed_price',
      );
      const [all, single, none] = [rules.promotions, units, []].map(
        promotions => priced(entries, { ...rules, promotions }).gross,
      );
      expect(all).toBeLessThanOrEqual(single ?? 0);
      expect(single).toBeLessThanOrEqual(none ?? 0);
    }),
    often,
  );
});

test('without breaks and with one promotion without a price, another unit never lowers the total', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ product_id: ids, quantity: fc.integer({ min: 1, max: 9 }).map(wholeUnits) }), {
        minLength: 1,
        maxLength: 6,
      }),
      ids,
      rulesOf(false, fc.oneof(singles, buyGet)),
      (entries, more, rules) => {
        const plain = { ...rules, breaks: [], promotions: rules.promotions.slice(0, 1) };
        const before = priced(entries, plain).gross;
        expect(
          priced([...entries, { product_id: more, quantity: wholeUnits(1) }], plain).gross,
        ).toBeGreaterThanOrEqual(before);
      },
    ),
    often,
  );
});

test('another unit saves at most what its quantity breaks save on the units before it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      rulesOf(false).map(rules => ({ ...rules, promotions: [] })),
      (units, rules) => {
        const [before] = priced([{ product_id: 1, quantity: wholeUnits(units) }], rules).lines;
        const [after] = priced([{ product_id: 1, quantity: wholeUnits(units + 1) }], rules).lines;
        if (!before || !after) throw new Error('A line is missing');
        const cheaperBy = before.unit_price - after.unit_price;
        expect(cheaperBy).toBeGreaterThanOrEqual(0);
        expect(after.amount).toBe(before.amount - cheaperBy * units + after.unit_price);
      },
    ),
    often,
  );
});
