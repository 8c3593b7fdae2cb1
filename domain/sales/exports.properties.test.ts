import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits } from '../kernel/quantity';
import type { PriceRules, PromotionRule } from '../pricing/price-rules';
import { calculateSale, type SaleToCalculate } from './calculate-sale';

const ids = fc.integer({ min: 1, max: 4 });
const price = fc.integer({ min: 0, max: 3000 }).map(toPence);
const percent = fc.integer({ min: 0, max: 10_000 });
const units = fc.integer({ min: 1, max: 4 });
const dealPrice = { price, price_includes_vat: fc.boolean() };
const termsOf: { readonly [Kind in PromotionRule['terms']['kind']]: fc.Arbitrary<PromotionRule['terms']> } = {
  percentage: fc.record({ kind: fc.constant('percentage' as const), percent_off: percent }),
  fixed_price: fc.record({ kind: fc.constant('fixed_price' as const), price }),
  buy_x_get_y: fc.record({
    kind: fc.constant('buy_x_get_y' as const),
    buy: units,
    get: units,
    percent_off: percent,
  }),
  n_for_price: fc.record({ kind: fc.constant('n_for_price' as const), units, ...dealPrice }),
  mix_and_match: fc.record({
    kind: fc.constant('mix_and_match' as const),
    groups: fc.array(fc.record({ units, product_ids: fc.uniqueArray(ids, { minLength: 1 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    ...dealPrice,
  }),
};

/** Some promotions of one kind over goods at every rate, priced with or without VAT. */
const rulesWith = (terms: fc.Arbitrary<PromotionRule['terms']>): fc.Arbitrary<PriceRules> =>
  fc.record({
    group: fc.option(percent.map(percent_off => ({ id: 1, name: 'Trade', percent_off }))),
    products: fc.tuple(
      ...[1, 2, 3, 4].map(id =>
        fc.record({
          product_id: fc.constant(id),
          list_price: price,
          price_includes_vat: fc.boolean(),
          vat_percent: fc.constantFrom(0, 500, 2000),
          group_price: fc.option(price),
        }),
      ),
    ),
    breaks: fc.array(
      fc.record({
        product_id: ids,
        price_group_id: fc.option(fc.constant(1)),
        from_quantity: units.map(wholeUnits),
        unit_price: price,
      }),
      { maxLength: 3 },
    ),
    promotions: fc
      .array(fc.record({ terms, product_ids: fc.option(fc.uniqueArray(ids, { minLength: 1 })) }), {
        minLength: 1,
        maxLength: 3,
      })
      .map(promotions =>
        promotions.map((promotion, index) => ({
          ...promotion,
          id: index + 1,
          name: `Offer ${index + 1}`,
          starts_on: '2026-11-01',
          ends_on: '2026-11-30',
        })),
      ),
  });

const lines = fc.array(
  fc.record({ product_id: ids, quantity: fc.integer({ min: 1, max: 9 }).map(wholeUnits) }),
  { minLength: 1, maxLength: 6 },
);
const discounts = fc.option(percent.map(hundredths => ({ kind: 'percent' as const, hundredths })));

const sold = (request: Omit<SaleToCalculate, 'mode' | 'date'>) =>
  calculateSale({ ...request, mode: 'exclusive', date: '2026-11-21' });

test.each(Object.entries(termsOf))(
  'V9 V28 M13 whatever the rules, an export with %s costs what the same sale costs in the UK without its VAT',
  (_kind, terms) => {
    fc.assert(
      fc.property(lines, rulesWith(terms), discounts, (entries, rules, discount) => {
        const here = sold({ entries, rules, discount, deliveryCountry: 'GB' });
        const abroad = sold({ entries, rules, discount, deliveryCountry: 'FR' });
        expect([abroad.net, abroad.vat, abroad.gross]).toEqual([here.net, 0, here.net]);
        expect(abroad.lines.map(line => [line.net, line.vat, line.rate])).toEqual(
          here.lines.map(line => [line.net, 0, 0]),
        );
      }),
      { numRuns: 300 },
    );
  },
);
