import { describe, expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits } from '../kernel/quantity';
import type { PricedProduct, PriceRules, PromotionRule } from './price-rules';
import { priceEntries } from './price-entries';

const product = (id: number, price: number, more: Partial<PricedProduct> = {}): PricedProduct => ({
  product_id: id,
  list_price: toPence(price),
  price_includes_vat: true,
  vat_percent: 2000,
  group_price: null,
  ...more,
});
type Terms = PromotionRule['terms'];
const promotion = (id: number, terms: Terms, product_ids: number[] | null = null): PromotionRule => ({
  id,
  name: `Offer ${id}`,
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  product_ids,
  terms,
});
const nFor = (units: number, price: number, withVat = true): Terms => ({
  kind: 'n_for_price',
  units,
  price: toPence(price),
  price_includes_vat: withVat,
});
const mixed = (price: number, groups: readonly [number, number[]][], withVat = true): Terms => ({
  kind: 'mix_and_match',
  groups: groups.map(([units, product_ids]) => ({ units, product_ids })),
  price: toPence(price),
  price_includes_vat: withVat,
});
const buyGet = (buy: number, get: number, percent = 100): Terms => ({
  kind: 'buy_x_get_y',
  buy,
  get,
  percent_off: percent * 100,
});
const off = (percent: number): Terms => ({ kind: 'percentage', percent_off: percent * 100 });
type Lines = readonly (readonly [product: number, units: number])[];
const priced = (lines: Lines, products: PricedProduct[], promotions: PromotionRule[]) =>
  priceEntries({
    entries: lines.map(([product_id, units]) => ({ product_id, quantity: wholeUnits(units) })),
    rules: { group: null, products, breaks: [], promotions } satisfies PriceRules,
    date: '2026-11-21',
  });
const paid = (...args: Parameters<typeof priced>) =>
  priced(...args).lines.map(({ amount }) => amount as number);
const taken = (...args: Parameters<typeof priced>) =>
  priced(...args).lines.map(line => line.promotions.map(({ id }) => id));

describe('M13 V3 a deal with its price in a different mode from the goods', () => {
  test('a price excluding VAT is compared with prices excluding VAT, and its shares bear VAT', () => {
    const goods = [product(1, 120)];
    const paidAt = (price: number) => paid([[1, 2]], goods, [promotion(1, nFor(2, price, false))]);
    // Two at £1.00 excluding VAT. £1.90 plus 20% is £2.28; £1.99 plus 20% is £2.388; £2.00 saves nothing.
    expect([paidAt(190), paidAt(199), paidAt(200), paidAt(201)]).toEqual([[228], [239], [240], [240]]);
  });

  test('a price including VAT is compared with prices including VAT, and its shares are converted', () => {
    const goods = [product(1, 100, { price_includes_vat: false })];
    const paidAt = (price: number) => paid([[1, 2]], goods, [promotion(1, nFor(2, price))]);
    // £2.28 less a sixth is £1.90; £2.40 saves nothing.
    expect([paidAt(228), paidAt(240)]).toEqual([[190], [200]]);
  });

  test('each share is converted at the rate of its own line', () => {
    const goods = [
      product(1, 120),
      product(2, 105, { vat_percent: 500 }),
      product(3, 100, { vat_percent: 0 }),
    ];
    const all = [promotion(1, nFor(3, 240, false))];
    // £1.00 each excluding VAT, 80p each in the deal: 96p, 84p and 80p.
    expect(
      paid(
        [
          [1, 1],
          [2, 1],
          [3, 1],
        ],
        goods,
        all,
      ),
    ).toEqual([96, 84, 80]);
  });
});

describe('M13 M6 the price of a deal is shared by what its items cost without it', () => {
  test('remaining pence go to the lower line, whatever its product', () => {
    const goods = [product(1, 50), product(2, 50), product(3, 50)];
    const lines: Lines = [
      [3, 1],
      [2, 1],
      [1, 1],
    ];
    expect(paid(lines, goods, [promotion(1, nFor(3, 100))])).toEqual([34, 33, 33]);
    expect(paid(lines, goods, [promotion(1, mixed(101, [[3, [1, 2, 3]]]))])).toEqual([34, 34, 33]);
  });

  test('a single-unit promotion that the deal replaces does not change the shares', () => {
    const goods = [product(1, 200), product(2, 300)];
    const half = promotion(1, off(50), [1]);
    const lines: Lines = [
      [1, 1],
      [2, 1],
    ];
    // £1.00 and £3.00 without the deal, £3.50 with it, shared as £2.00 to £3.00.
    expect(paid(lines, goods, [half, promotion(2, nFor(2, 350))])).toEqual([140, 210]);
    // Nothing is left for the half price, so it is not named; nor is a deal on what costs nothing.
    expect(taken(lines, goods, [half, promotion(2, nFor(2, 350))])).toEqual([[2], [2]]);
    expect(taken(lines, [product(1, 200), product(2, 0)], [promotion(2, nFor(2, 150))])).toEqual([[2], []]);
    // At £4.00 it saves nothing over the half price.
    expect(paid(lines, goods, [half, promotion(2, nFor(2, 400))])).toEqual([100, 300]);
  });
});

describe('decision 069 which deals apply', () => {
  test('of two deals with the same saving, the older applies', () => {
    const goods = [product(1, 200)];
    const two = [promotion(2, nFor(2, 300)), promotion(1, buyGet(1, 1, 50))];
    expect(taken([[1, 2]], goods, two)).toEqual([[1]]);
    const five = [5, 4, 3, 2, 1].map(id => promotion(id, nFor(2, 300)));
    expect(taken([[1, 2]], goods, five)).toEqual([[1]]);
    const unordered = [390, 380, 300, 370, 360].map((price, index) => promotion(index + 1, nFor(2, price)));
    expect(taken([[1, 2]], goods, unordered)).toEqual([[3]]);
    const single = [promotion(2, off(50)), promotion(1, off(50))];
    expect(taken([[1, 2]], goods, single)).toEqual([[1]]);
  });

  test('a deal for everything competes with a deal for a product', () => {
    const goods = [product(1, 200)];
    const two = [promotion(1, nFor(2, 390), [1]), promotion(2, nFor(2, 300))];
    expect(paid([[1, 2]], goods, two)).toEqual([300]);
    expect(taken([[1, 2]], goods, two)).toEqual([[2]]);
  });

  // £1.50 off products 1 and 2 saves most at once, but £1.00 off 1 and 3 and £1.00 off 2 and 4 save more together.
  const goods = [product(1, 200), product(2, 300), product(3, 50), product(4, 50)];
  const three = [
    promotion(
      1,
      mixed(350, [
        [1, [1]],
        [1, [2]],
      ]),
    ),
    promotion(
      2,
      mixed(150, [
        [1, [1]],
        [1, [3]],
      ]),
    ),
    promotion(
      3,
      mixed(250, [
        [1, [2]],
        [1, [4]],
      ]),
    ),
  ];
  const units: Lines = [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ];
  test('of up to four competing deals, those that save the most together apply', () => {
    const poor = promotion(
      4,
      mixed(249, [
        [1, [1]],
        [1, [4]],
      ]),
    );
    expect(priced(units, goods, [...three, poor]).gross).toBe(400);
  });

  test('deals without competition do not count among the four', () => {
    const others = [5, 6, 7];
    const more = [...goods, ...others.map(id => product(id, 100))];
    const lines: Lines = [...units, ...others.map(id => [id, 2] as const)];
    const apart = others.map(id => promotion(id, nFor(2, 150), [id]));
    // £4.00 as above, and £1.50 for every two of the others.
    expect(priced(lines, more, [...three, ...apart]).gross).toBe(850);
  });

  test('many competing deals are applied one after another, within the time of a sale', () => {
    const others = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
    const pairs = others.map(id =>
      promotion(
        id,
        mixed(190, [
          [1, [1]],
          [1, [id]],
        ]),
      ),
    );
    const many = [1, ...others].map(id => product(id, 100));
    // Twelve pairs at £1.90.
    expect(priced([[1, 12], ...others.map(id => [id, 1] as const)], many, pairs).gross).toBe(2280);
  });
});

describe('a deal with a price of its own', () => {
  const goods = [product(1, 50), product(2, 200), product(3, 300)];
  const rule = [promotion(1, nFor(2, 400))];
  test('makes as many sets as save money, of the most expensive units, on whatever line', () => {
    // Two at £3.00 for £4.00; two at 50p would cost more in a set.
    const lines: Lines = [
      [1, 2],
      [3, 2],
    ];
    expect(paid(lines, goods, rule)).toEqual([100, 400]);
    // £3.00 and £2.00 for £4.00, shared 3 to 2.
    const rising: Lines = [
      [1, 1],
      [2, 1],
      [3, 1],
    ];
    expect(paid(rising, goods, rule)).toEqual([50, 160, 240]);
    // Of six at £3.00 and three at 50p: three sets at £4.00.
    const many: Lines = [
      [1, 3],
      [3, 6],
    ];
    expect(paid(many, goods, rule)).toEqual([150, 1200]);
  });

  test('leaves a line with a manual price', () => {
    const { lines } = priceEntries({
      entries: [
        { product_id: 3, quantity: wholeUnits(1), unit_price: toPence(290) },
        { product_id: 2, quantity: wholeUnits(2) },
      ],
      rules: { group: null, products: goods, breaks: [], promotions: [promotion(1, nFor(2, 100))] },
      date: '2026-11-21',
    });
    expect(lines.map(({ amount }) => amount)).toEqual([290, 100]);
  });
});

describe('buy X, get Y', () => {
  test('a set that single-unit promotions make cheaper is skipped, and cheaper goods still form sets', () => {
    const goods = [product(1, 300), product(2, 200)];
    const both = [promotion(1, off(50), [1]), promotion(2, buyGet(1, 1, 10))];
    // Two at £3.00 less half is £3.00; £2.00 and £1.80 is £3.80.
    expect(
      paid(
        [
          [1, 2],
          [2, 2],
        ],
        goods,
        both,
      ),
    ).toEqual([300, 380]);
  });

  test('units of products with one price form sets, wherever they are', () => {
    const goods = [product(1, 100), product(2, 100)];
    const rule = [promotion(1, buyGet(1, 1))];
    // The third unit has no free unit to go with it.
    expect(
      paid(
        [
          [2, 1],
          [1, 1],
          [1, 1],
        ],
        goods,
        rule,
      ),
    ).toEqual([100, 50, 50]);
    expect(
      paid(
        [
          [2, 1],
          [1, 2],
        ],
        goods,
        [promotion(1, nFor(2, 150))],
      ),
    ).toEqual([100, 150]);
  });

  test('a set spans lines: the most expensive units are bought, the cheapest are free', () => {
    const goods = [product(1, 400), product(2, 300), product(3, 200), product(4, 100)];
    const lines: Lines = [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ];
    // £4.00 and £3.00 bought, £2.00 and £1.00 free: £7.00 for £10.00.
    expect(paid(lines, goods, [promotion(1, buyGet(2, 2))])).toEqual([280, 210, 140, 70]);
    // £4.00, £3.00 and £2.00 bought, £1.00 free: £9.00 for £10.00.
    expect(paid(lines, goods, [promotion(1, buyGet(3, 1))])).toEqual([360, 270, 180, 90]);
    // £4.00 bought and £3.00 free, £2.00 bought and £1.00 free: £6.00 for £10.00.
    expect(paid(lines, goods, [promotion(1, buyGet(1, 1))])).toEqual([240, 180, 120, 60]);
    expect(paid(lines, goods, [promotion(1, buyGet(4, 1))])).toEqual([400, 300, 200, 100]);
    // Only products 2 and 4 are chosen: £3.00 for £4.00.
    expect(paid(lines, goods, [promotion(1, buyGet(1, 1), [2, 4])])).toEqual([400, 225, 200, 75]);
  });

  test('several sets and an incomplete last one span two lines', () => {
    const goods = [product(1, 200), product(2, 100)];
    const rule = [promotion(1, buyGet(2, 2))];
    // Four of product 1: £4.00. The fifth and one of product 2 are bought, one more is free: £3.00 for £4.00, shared 2
    // to 1 to 1.
    const { lines } = priced(
      [
        [1, 5],
        [2, 2],
      ],
      goods,
      rule,
    );
    // £7.00 for £12.00 of goods: £10.00 and £2.00.
    expect(lines.map(({ amount }) => amount)).toEqual([583, 117]);
    expect(lines.map(line => line.promotions[0]?.reason)).toEqual([
      'Offer 1: 3 of 7 free',
      'Offer 1: 3 of 7 free',
    ]);
  });
});
