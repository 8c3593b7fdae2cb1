import { describe, expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { quantityFromText, toQuantity, wholeUnits } from '../kernel/quantity';
import {
  type BasketEntry,
  canPriceAll,
  type PricedProduct,
  type PriceRules,
  type PromotionRule,
} from './price-rules';
import { priceEntries } from './price-entries';

const date = '2026-11-21';
const product = (id: number, price: number, more: Partial<PricedProduct> = {}): PricedProduct => ({
  product_id: id,
  list_price: toPence(price),
  price_includes_vat: true,
  vat_percent: 2000,
  group_price: null,
  ...more,
});
const entry = (id: number, quantity: string, more: Partial<BasketEntry> = {}): BasketEntry => ({
  product_id: id,
  quantity: quantityFromText(quantity),
  ...more,
});
const breakAt = (id: number, from: string, price: number, group: number | null = null) => ({
  product_id: id,
  price_group_id: group,
  from_quantity: quantityFromText(from),
  unit_price: toPence(price),
});
const promotion = (
  id: number,
  terms: PromotionRule['terms'],
  more: Partial<PromotionRule> = {},
): PromotionRule => ({
  id,
  name: `Offer ${id}`,
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  product_ids: null,
  terms,
  ...more,
});
const off = (percent: number) => ({ kind: 'percentage' as const, percent_off: percent * 100 });
const fixed = (price: number) => ({ kind: 'fixed_price' as const, price: toPence(price) });
const buyGet = (buy: number, get: number, percent = 100) => ({
  kind: 'buy_x_get_y' as const,
  buy,
  get,
  percent_off: percent * 100,
});
const trade = { id: 1, name: 'Trade', percent_off: 1000 };
const priced = (entries: BasketEntry[], rules: Partial<PriceRules>, on = date) =>
  priceEntries({
    entries,
    rules: { group: null, products: [], breaks: [], promotions: [], ...rules },
    date: on,
  });
const paid = (entries: BasketEntry[], rules: Partial<PriceRules>, on = date) =>
  priced(entries, rules, on).lines.map(({ amount }) => amount as number);

describe('the unit price is the lowest of list price, group price and quantity break', () => {
  const products = [product(1, 200)];
  test.each<[string, Partial<PriceRules>, string, number, string, string]>([
    ['the list price only', {}, '1', 200, 'list', 'List price'],
    ['a percentage of the group', { group: trade }, '1', 180, 'group', 'Trade: 10% off'],
    [
      "a group's own price in place of its percentage, though it is higher",
      { group: trade, products: [product(1, 200, { group_price: toPence(195) })] },
      '1',
      195,
      'group',
      'Trade price',
    ],
    [
      "a group's own price above the list price does not count",
      { group: trade, products: [product(1, 200, { group_price: toPence(250) })] },
      '1',
      200,
      'list',
      'List price',
    ],
    ['a break not reached', { breaks: [breakAt(1, '10', 150)] }, '9.999', 200, 'list', 'List price'],
    ['a break reached', { breaks: [breakAt(1, '10', 150)] }, '10', 150, 'break', '£1.50 each from 10'],
    [
      'the lowest of several breaks',
      { breaks: [breakAt(1, '20', 160), breakAt(1, '10', 150)] },
      '20',
      150,
      'break',
      '£1.50 each from 10',
    ],
    [
      'a break of the group',
      { group: trade, breaks: [breakAt(1, '2', 170, 1)] },
      '2',
      170,
      'break',
      'Trade: £1.70 each from 2',
    ],
    [
      'a break of another group',
      { group: trade, breaks: [breakAt(1, '2', 170, 9)] },
      '2',
      180,
      'group',
      'Trade: 10% off',
    ],
    [
      'a break of a group, without a customer',
      { breaks: [breakAt(1, '2', 170, 9)] },
      '2',
      200,
      'list',
      'List price',
    ],
    [
      'the group where its price is lower than the break',
      { group: trade, breaks: [breakAt(1, '2', 190)] },
      '2',
      180,
      'group',
      'Trade: 10% off',
    ],
  ])('%s', (_, rules, quantity, price, source, reason) => {
    expect(priced([entry(1, quantity)], { products, ...rules }).lines[0]).toMatchObject({
      list_price: 200,
      unit_price: price,
      price_source: source,
      price_reason: reason,
      discount: 0,
    });
  });

  test('M2 a percentage is rounded to whole pence, half away from zero', () => {
    const rules = { group: { ...trade, percent_off: 5000 }, products: [product(1, 125)] };
    expect(paid([entry(1, '1')], rules)).toEqual([63]);
  });

  test('a quantity break counts all units of a product in the basket, across lines and units', () => {
    const rules = { products, breaks: [breakAt(1, '30', 100)] };
    const box = entry(1, '2', { factor: wholeUnits(12) });
    expect(priced([entry(1, '6'), box], rules).lines).toMatchObject([
      { quantity: 6000, amount: 600 },
      { quantity: 24_000, amount: 2400 },
    ]);
    expect(paid([entry(1, '5'), box], rules)).toEqual([1000, 4800]);
  });
});

describe('promotions', () => {
  const products = [product(1, 200), product(2, 300), product(3, 50)];
  test.each<[string, PromotionRule, BasketEntry[], number[], string]>([
    ['a percentage', promotion(1, off(25)), [entry(1, '3')], [450], 'Offer 1: 25% off the list price'],
    ['a fixed price', promotion(1, fixed(120)), [entry(1, '3')], [360], 'Offer 1: £1.20 each'],
    ['three for two', promotion(1, buyGet(2, 1)), [entry(1, '3')], [400], 'Offer 1: 1 free'],
    ['three for two, twice over', promotion(1, buyGet(2, 1)), [entry(1, '7')], [1000], 'Offer 1: 2 free'],
    [
      'the second at half price',
      promotion(1, buyGet(1, 1, 50)),
      [entry(1, '2')],
      [300],
      'Offer 1: 1 at 50% off',
    ],
    ['an incomplete last set', promotion(1, buyGet(1, 2)), [entry(1, '5')], [400], 'Offer 1: 3 free'],
    [
      'whole units only for goods sold by weight',
      promotion(1, buyGet(1, 1)),
      [entry(1, '2.5')],
      [300],
      'Offer 1: 1 free',
    ],
  ])('%s', (_, rule, entries, amounts, reason) => {
    const { lines } = priced(entries, { products, promotions: [rule] });
    expect(lines.map(({ amount }) => amount)).toEqual(amounts);
    expect(lines[0]?.promotions).toMatchObject([{ id: 1, reason }]);
  });

  test('M13 the cheapest chosen product is free, all chosen products share the price and the others keep theirs', () => {
    const promotions = [promotion(1, buyGet(2, 1), { product_ids: [1, 2] })];
    // £6.00 for £8.00 of goods: three quarters of £2.00 and of £6.00.
    const { lines } = priced([entry(1, '1'), entry(2, '2'), entry(3, '3')], { products, promotions });
    expect(lines.map(({ amount }) => amount)).toEqual([150, 450, 150]);
    expect(lines.map(line => line.promotions.map(({ reason }) => reason))).toEqual([
      ['Offer 1: 1 of 3 free'],
      ['Offer 1: 1 of 3 free'],
      [],
    ]);
  });

  test('sets use the most expensive units first, so that they save the most', () => {
    const rules = { products, promotions: [promotion(1, buyGet(2, 1))] };
    expect(paid([entry(3, '3'), entry(2, '3')], rules)).toEqual([100, 600]);
  });

  test('M13 mixed price modes are compared and shared including VAT', () => {
    const mixed = [product(1, 110), product(2, 100, { price_includes_vat: false })];
    const rules = { products: mixed, promotions: [promotion(1, buyGet(1, 1))] };
    // £1.00 plus VAT is £1.20, the more expensive: £1.20 over £1.10 and £1.20 is 57p and 63p, and 63p including VAT is
    // 53p excluding it.
    expect(paid([entry(1, '1'), entry(2, '1')], rules)).toEqual([57, 53]);
  });

  test('nothing stacks: the better of group price and promotion counts, from the list price', () => {
    const rules = (percent: number) => ({ group: trade, products, promotions: [promotion(1, off(percent))] });
    expect(paid([entry(1, '1')], rules(5))).toEqual([180]);
    expect(priced([entry(1, '1')], rules(25)).lines[0]).toMatchObject({
      unit_price: 180,
      discount: 30,
      amount: 150,
    });
  });

  test('no unit is in two promotions, and the one that saves most goes first', () => {
    const promotions = [promotion(1, buyGet(2, 1)), promotion(2, buyGet(1, 1))];
    expect(paid([entry(1, '4')], { products, promotions })).toEqual([400]);
    const half = [promotion(1, off(50)), promotion(2, buyGet(2, 1))];
    expect(paid([entry(1, '4')], { products, promotions: half })).toEqual([400]);
    // A third free is less than a fifth off four: a set is formed where it saves more than its units on their own.
    const mild = [promotion(1, off(20)), promotion(2, buyGet(2, 1))];
    expect(priced([entry(1, '4')], { products, promotions: mild }).lines[0]).toMatchObject({
      amount: 560,
      promotions: [
        { id: 2, discount: 200 },
        { id: 1, discount: 40 },
      ],
    });
  });

  const nFor = (units: number, price: number) => ({
    kind: 'n_for_price' as const,
    units,
    price: toPence(price),
    price_includes_vat: true,
  });
  const mixed = (price: number, ...groups: [number, number[]][]) => ({
    kind: 'mix_and_match' as const,
    groups: groups.map(([units, product_ids]) => ({ units, product_ids })),
    price: toPence(price),
    price_includes_vat: true,
  });

  test('M13 N for £P uses the most expensive units, as often as it saves and never when it would cost more', () => {
    const rules = (price: number) => ({ products, promotions: [promotion(1, nFor(2, price))] });
    expect(paid([entry(1, '1'), entry(2, '1'), entry(3, '1')], rules(400))).toEqual([160, 240, 50]);
    const twice = priced([entry(2, '5')], rules(400)).lines[0];
    expect(twice).toMatchObject({ amount: 1100, promotions: [{ reason: 'Offer 1: 2 × 2 for £4.00' }] });
    expect(paid([entry(3, '4')], rules(400))).toEqual([200]);
    const pallet = { products: [product(1, 3)], promotions: [promotion(1, nFor(2, 4))] };
    expect(paid([entry(1, '90000000001')], pallet)).toEqual([180_000_000_003]);
  });

  test('M13 mix and match: a product in two groups goes where it makes the most sets', () => {
    const either = promotion(1, mixed(100, [1, [1]], [1, [1, 2]]));
    // Two of each make two sets only when both of product 1 are in the first group.
    expect(paid([entry(1, '2'), entry(2, '2')], { products, promotions: [either] })).toEqual([80, 120]);
    expect(paid([entry(2, '2')], { products, promotions: [either] })).toEqual([600]);
    expect(paid([entry(1, '2')], { products, promotions: [either] })).toEqual([100]);
  });

  test('M13 the deals that save the customer most together are applied', () => {
    // £1.50 off both alone saves most at once, but leaves nothing for two deals that save £1.00 each.
    const promotions = [
      promotion(1, mixed(350, [1, [1]], [1, [2]])),
      promotion(2, mixed(150, [1, [1]], [1, [3]])),
      promotion(3, mixed(250, [1, [2]], [1, [4]])),
    ];
    const four = [...products, product(4, 50)];
    const entries = [entry(1, '1'), entry(2, '1'), entry(3, '1'), entry(4, '1')];
    const sold = priced(entries, { products: four, promotions });
    expect(sold.gross).toBe(400);
    expect(sold.lines.flatMap(line => line.promotions.map(({ id }) => id))).toEqual([2, 3, 2, 3]);
  });

  test('D1 a promotion includes its first and last day', () => {
    const rules = { products, promotions: [promotion(1, off(50))] };
    expect(
      ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map(on => paid([entry(1, '1')], rules, on)[0]),
    ).toEqual([200, 100, 100, 200]);
  });

  test('a price override or manual discount replaces promotions, and its units still count for a break', () => {
    const rules = { products, breaks: [breakAt(1, '3', 150)], promotions: [promotion(1, off(50))] };
    const { lines } = priced(
      [
        entry(1, '1', { unit_price: toPence(190) }),
        entry(1, '1', { discount_percent: 1000 }),
        entry(1, '1', { discount_amount: toPence(999) }),
        entry(2, '1'),
      ],
      rules,
    );
    expect(lines.map(({ unit_price, discount, amount }) => [unit_price, discount, amount])).toEqual([
      [190, 0, 190],
      [150, 15, 135],
      [150, 150, 0],
      [300, 150, 150],
    ]);
    expect(lines[0]).toMatchObject({ price_source: 'typed', price_reason: 'Price override', promotions: [] });
  });

  test('a pallet is priced like a bottle', () => {
    const rules = { products: [product(1, 3)], promotions: [promotion(1, buyGet(2, 1))] };
    expect(paid([entry(1, '90000000001')], rules)).toEqual([180_000_000_003]);
  });
});

test('lines that cannot be priced are refused with a reason', () => {
  const rules: PriceRules = { group: null, products: [product(1, 1_000_000)], breaks: [], promotions: [] };
  const refused = (wrong: BasketEntry) => canPriceAll([entry(1, '1'), wrong], rules);
  expect(refused(entry(2, '1'))).toMatchObject({ allowed: false, field: 'lines.1.product_id' });
  expect(refused(entry(1, '0.5', { factor: toQuantity(1) }))).toMatchObject({ field: 'lines.1.quantity' });
  expect(refused(entry(1, '1000001'))).toMatchObject({
    reason: 'A line cannot be more than £10,000,000,000.00. Reduce the quantity or price.',
  });
  expect(refused(entry(1, '2', { unit_price: toPence(1_000_000_000_000) }))).toMatchObject({
    allowed: false,
  });
  expect(() => priceEntries({ entries: [entry(2, '1')], rules, date })).toThrow(RangeError);
});
