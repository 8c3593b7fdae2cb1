import { expect, test } from 'vitest';
import { type Pence, toPence } from '../kernel/money';
import { quantityFromText } from '../kernel/quantity';
import { priceInMode } from './price-in-mode';
import type { PricedProduct, PriceRules, PromotionRule } from './price-rules';
import { rulesInMode } from './rules-in-mode';

test('V9 M2 a price in the other mode is rounded once, half away from zero; in its own mode it is unchanged', () => {
  const withVat = (price: number, rate: number) => priceInMode(toPence(price), false, 'inclusive', rate);
  const withoutVat = (price: number, rate: number) => priceInMode(toPence(price), true, 'exclusive', rate);
  // £1.99 × 100 ÷ 120 = £1.6583; £1.66 × 1.2 = £1.992; 50p × 1.05 = 52.5p; 63p ÷ 1.05 = 60p.
  expect([withoutVat(199, 2000), withVat(166, 2000), withVat(50, 500), withoutVat(63, 500)]).toEqual([
    166, 199, 53, 60,
  ]);
  expect([withVat(199, 0), withoutVat(199, 0)]).toEqual([199, 199]);
  expect([
    priceInMode(toPence(199), true, 'inclusive', 2000),
    priceInMode(toPence(199), false, 'exclusive', 2000),
  ]).toEqual([199, 199]);
});

const product = (id: number, price: number, more: Partial<PricedProduct> = {}): PricedProduct => ({
  product_id: id,
  list_price: toPence(price),
  price_includes_vat: true,
  vat_percent: 2000,
  group_price: null,
  ...more,
});
const breakAt = (id: number, price: number) => ({
  product_id: id,
  price_group_id: null,
  from_quantity: quantityFromText('10'),
  unit_price: toPence(price),
});
const promotion = (terms: PromotionRule['terms'], product_ids: number[] | null = null): PromotionRule => ({
  id: 1,
  name: 'Offer',
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  product_ids,
  terms,
});
const group = { id: 1, name: 'Trade', percent_off: 1000 };
/** 1 and 2 including VAT at 20% and 0%, 3 excluding VAT at 20%, 4 like 1. */
const rules = (more: Partial<PriceRules> = {}): PriceRules => ({
  group,
  products: [
    product(1, 120, { group_price: toPence(60) }),
    product(2, 120, { vat_percent: 0 }),
    product(3, 120, { price_includes_vat: false, group_price: toPence(60) }),
    product(4, 240),
  ],
  breaks: [],
  promotions: [],
  ...more,
});

test('V3 the list price and the group price are converted at each product’s rate', () => {
  const turned = (mode: 'inclusive' | 'exclusive') => rulesInMode(rules(), mode);
  const prices = (mode: 'inclusive' | 'exclusive') =>
    turned(mode).products.map(({ list_price, group_price }) => [list_price, group_price]);
  expect(prices('exclusive')).toEqual([
    [100, 50],
    [120, null],
    [120, 60],
    [200, null],
  ]);
  expect(prices('inclusive')).toEqual([
    [120, 60],
    [120, null],
    [144, 72],
    [240, null],
  ]);
  const modes = (mode: 'inclusive' | 'exclusive') =>
    turned(mode).products.map(({ price_includes_vat }) => price_includes_vat);
  expect(modes('inclusive')).toEqual([true, true, true, true]);
  expect(modes('exclusive')).toEqual([false, false, false, false]);
  expect(turned('exclusive').group).toEqual(group);
});

test('V3 a quantity break is converted at its product’s rate; one of an unknown product is dropped', () => {
  const priceRules = rules({ breaks: [breakAt(1, 108), breakAt(3, 90), breakAt(9, 50)] });
  expect(rulesInMode(priceRules, 'exclusive').breaks).toEqual([breakAt(1, 90), breakAt(3, 90)]);
  expect(rulesInMode(priceRules, 'inclusive').breaks).toEqual([breakAt(1, 108), breakAt(3, 108)]);
});

test('V3 a fixed price is converted for each kind of product, and other promotions are unchanged', () => {
  const fixed = (price: number) => ({ kind: 'fixed_price' as const, price: price as Pence });
  const turned = (mode: 'inclusive' | 'exclusive', ids: number[] | null = null) =>
    rulesInMode(rules({ promotions: [promotion(fixed(60), ids)] }), mode).promotions;
  // 60p is 50p excluding 20% VAT, for products 1 and 4; it is unchanged without VAT and for prices excluding VAT.
  expect(turned('exclusive')).toEqual([promotion(fixed(50), [1, 4]), promotion(fixed(60), [2, 3])]);
  expect(turned('inclusive')).toEqual([promotion(fixed(60), [1, 2, 4]), promotion(fixed(72), [3])]);
  expect(turned('inclusive', [1, 3])).toEqual([promotion(fixed(60), [1]), promotion(fixed(72), [3])]);
  const percent = promotion({ kind: 'percentage', percent_off: 1000 });
  const deal = promotion({ kind: 'n_for_price', units: 3, price: toPence(300), price_includes_vat: true });
  expect(rulesInMode(rules({ promotions: [percent, deal] }), 'exclusive').promotions).toEqual([
    percent,
    deal,
  ]);
});
