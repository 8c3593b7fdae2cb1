import { describe, expect, test } from 'vitest';
import { maxPence, toPence } from '../kernel/money';
import { quantityFromText, wholeUnits } from '../kernel/quantity';
import {
  type BasketEntry,
  basketEntry,
  canPrice,
  type PricedProduct,
  type PromotionRule,
} from './price-rules';
import { dealWords, singleWords } from './promotion-words';
import { isFor, unitPriceOf, unitPromotionOf } from './unit-price';

const product = (price: number, group_price: number | null = null): PricedProduct => ({
  product_id: 1,
  list_price: toPence(price),
  price_includes_vat: true,
  vat_percent: 2000,
  group_price: group_price === null ? null : toPence(group_price),
});
const promotion = (
  id: number,
  terms: PromotionRule['terms'],
  product_ids: number[] | null = null,
): PromotionRule => ({
  id,
  name: `Offer ${id}`,
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  product_ids,
  terms,
});
const percent = (percent_off: number) => ({ kind: 'percentage' as const, percent_off });
const fixed = (price: number) => ({ kind: 'fixed_price' as const, price: toPence(price) });
const breakAt = (from: string, price: number, group: number | null = null) => ({
  product_id: 1,
  price_group_id: group,
  from_quantity: quantityFromText(from),
  unit_price: toPence(price),
});

describe('decision 037 of equal prices the simplest is named: list, group, break', () => {
  const trade = { id: 1, name: 'Trade', percent_off: 1000 };
  const source = (item: PricedProduct, breaks: Parameters<typeof unitPriceOf>[3]) =>
    unitPriceOf(item, BigInt(wholeUnits(10)), trade, breaks).source;
  test('list before group before break', () => {
    expect(source(product(200, 200), [breakAt('1', 200)])).toBe('list');
    expect(source(product(200, 180), [breakAt('1', 180)])).toBe('group');
    expect(source(product(200), [breakAt('1', 180)])).toBe('group');
    expect(source(product(200), [breakAt('1', 179)])).toBe('break');
  });

  test('of two breaks at one price, the first is named', () => {
    const breaks = [breakAt('2', 150), breakAt('3', 150)];
    expect(unitPriceOf(product(200), BigInt(wholeUnits(5)), null, breaks).reason).toBe('£1.50 each from 2');
  });
});

describe('a promotion of single units', () => {
  const best = (base: number, ...rules: PromotionRule[]) => {
    const found = unitPromotionOf(product(200), toPence(base), rules);
    return found && [found.promotion.id, found.price];
  };
  test('applies only where it is below the price without it, and the best one applies', () => {
    expect(best(200, promotion(1, percent(2500)))).toEqual([1, 150]);
    expect(best(150, promotion(1, percent(2500)))).toBeNull();
    expect(best(151, promotion(1, percent(2500)))).toEqual([1, 150]);
    expect(best(200, promotion(1, fixed(160)), promotion(2, percent(2500)))).toEqual([2, 150]);
    expect(best(200, promotion(1, fixed(150)), promotion(2, percent(2500)))).toEqual([1, 150]);
    expect(best(200, promotion(1, fixed(200)))).toBeNull();
  });

  test('is for the chosen products, or for all', () => {
    expect(best(200, promotion(1, fixed(100), [2]))).toBeNull();
    expect(best(200, promotion(1, fixed(100), [2, 1]))).toEqual([1, 100]);
    expect([isFor(promotion(1, fixed(1)), 9), isFor(promotion(1, fixed(1), [8]), 9)]).toEqual([true, false]);
  });

  test('is not a deal over several items', () => {
    const deal = { kind: 'n_for_price' as const, units: 2, price: toPence(1), price_includes_vat: true };
    expect(best(200, promotion(1, deal))).toBeNull();
  });
});

test('a promotion in words on receipts', () => {
  const withVat = { price_includes_vat: true, vat_percent: 2000 };
  const words = (
    terms: PromotionRule['terms'],
    sets = 1,
    got = 0,
    parts: readonly number[] = [3],
    line = withVat,
  ) =>
    dealWords(
      {
        promotion: promotion(1, terms),
        saved: 1n,
        sets,
        got,
        taken: parts.map((units, index) => ({ line: index, units, share: toPence(0) })),
      },
      line,
    );
  const price = { price: toPence(400), price_includes_vat: true };
  expect(words({ kind: 'n_for_price', units: 3, ...price })).toBe('Offer 1: 3 for £4.00');
  expect(words({ kind: 'n_for_price', units: 3, ...price }, 2)).toBe('Offer 1: 2 × 3 for £4.00');
  const groups = [{ units: 3, product_ids: [1] }];
  expect(words({ kind: 'mix_and_match', groups, ...price })).toBe('Offer 1: £4.00 together');
  expect(words({ kind: 'mix_and_match', groups, ...price }, 2)).toBe('Offer 1: 2 × £4.00 together');
  // Beside prices in the other mode, £4.00 alone would be another price.
  const net = { kind: 'n_for_price' as const, units: 3, ...price, price_includes_vat: false };
  expect(words(net)).toBe('Offer 1: 3 for £4.00 + VAT');
  const withoutVat = { price_includes_vat: false, vat_percent: 2000 };
  expect(words(net, 1, 0, [3], withoutVat)).toBe('Offer 1: 3 for £4.00');
  expect(words({ kind: 'mix_and_match', groups, ...price }, 1, 0, [3], withoutVat)).toBe(
    'Offer 1: £4.00 inc. VAT together',
  );
  expect(words(net, 1, 0, [3], { price_includes_vat: true, vat_percent: 0 })).toBe('Offer 1: 3 for £4.00');
  const buyGet = (percent_off: number) => ({ kind: 'buy_x_get_y' as const, buy: 2, get: 1, percent_off });
  expect(words(buyGet(10_000), 1, 1)).toBe('Offer 1: 1 free');
  expect(words(buyGet(9999), 1, 1)).toBe('Offer 1: 1 at 99.99% off');
  expect(words(buyGet(10_000), 1, 1, [2, 1])).toBe('Offer 1: 1 of 3 free');
  expect(singleWords(promotion(1, percent(1250)))).toBe('Offer 1: 12.5% off the list price');
  expect(singleWords(promotion(1, fixed(120)))).toBe('Offer 1: £1.20 each');
});

describe('what a basket accepts', () => {
  const entry = (quantity: string, more: Partial<BasketEntry> = {}): BasketEntry => ({
    product_id: 1,
    quantity: quantityFromText(quantity),
    ...more,
  });
  const result = (price: number, ...args: Parameters<typeof entry>) =>
    canPrice(entry(...args), product(price)).allowed;

  test('a line is at most ten thousand million pounds, at its list price and at an override', () => {
    expect([result(maxPence, '1'), result(maxPence, '1.001')]).toEqual([true, false]);
    expect([result(maxPence, '0.001'), result(maxPence / 2, '2')]).toEqual([true, true]);
    const typed = (pence: number) => ({ unit_price: toPence(pence) });
    expect(result(1, '2', typed(maxPence / 2))).toBe(true);
    expect(result(1, '2', typed(maxPence / 2 + 1))).toBe(false);
    expect(result(maxPence, '2', typed(1))).toBe(false);
  });

  test('a line has at least a thousandth of its product’s unit, and no part of one', () => {
    const factor = quantityFromText('0.001');
    expect([result(100, '1', { factor }), result(100, '2', { factor })]).toEqual([true, true]);
    expect(result(100, '1.5', { factor })).toBe(false);
    expect(canPrice({ ...entry('1'), quantity: wholeUnits(0) }, product(100))).toMatchObject({
      allowed: false,
      field: 'quantity',
    });
  });

  test('M5 prices and discounts are zero or more, and a discount is an amount or a percentage', () => {
    const accepts = (more: object) =>
      basketEntry.safeParse({ product_id: 1, quantity: '1', ...more }).success;
    expect([accepts({}), accepts({ unit_price: '0.00' }), accepts({ unit_price: '-0.01' })]).toEqual([
      true,
      true,
      false,
    ]);
    expect([accepts({ discount_amount: '0.00' }), accepts({ discount_amount: '-0.01' })]).toEqual([
      true,
      false,
    ]);
    expect([accepts({ discount_percent: '5' }), accepts({ discount_percent: '101' })]).toEqual([true, false]);
    expect(accepts({ discount_amount: '1.00', discount_percent: '5' })).toBe(false);
  });
});
