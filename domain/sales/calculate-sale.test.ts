import { describe, expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits } from '../kernel/quantity';
import type { BasketEntry, PriceRules } from '../pricing/price-rules';
import { canCalculate, calculateSale, ruledUnitPrices, type SaleToCalculate } from './calculate-sale';

/** Product 1: £1.20 including 20% VAT. Product 2: £2.00 excluding 20% VAT. Product 3: £3.00, zero-rated. */
const rules: PriceRules = {
  group: null,
  breaks: [],
  promotions: [],
  products: [
    { product_id: 1, list_price: toPence(120), price_includes_vat: true, vat_percent: 2000 },
    { product_id: 2, list_price: toPence(200), price_includes_vat: false, vat_percent: 2000 },
    { product_id: 3, list_price: toPence(300), price_includes_vat: true, vat_percent: 0 },
  ].map(product => ({ ...product, group_price: null })),
};
const entry = (product_id: number, more: Partial<BasketEntry> = {}): BasketEntry => ({
  product_id,
  quantity: wholeUnits(1),
  ...more,
});
const request = (entries: readonly BasketEntry[], more: Partial<SaleToCalculate> = {}): SaleToCalculate => ({
  mode: 'inclusive',
  entries,
  discount: null,
  rules,
  date: '2026-11-21',
  ...more,
});
const onlyZeroRated = { ...rules, products: rules.products.filter(({ vat_percent }) => vat_percent === 0) };

describe('what can be sold', () => {
  test('a sale has at least one line', () => {
    expect(canCalculate(request([entry(1)]))).toEqual({ allowed: true });
    expect(canCalculate(request([]))).toMatchObject({ allowed: false, field: 'lines' });
  });

  test('V28 an export of goods that bear VAT has prices excluding VAT', () => {
    const to = (deliveryCountry: string, more: Partial<SaleToCalculate> = {}) =>
      canCalculate(request([entry(3)], { deliveryCountry, ...more }));
    expect(to('FR')).toMatchObject({ allowed: false, field: 'price_mode' });
    expect(to('FR', { mode: 'exclusive' })).toEqual({ allowed: true });
    expect(to('FR', { rules: onlyZeroRated })).toEqual({ allowed: true });
    expect([to('GB'), to('IM')]).toEqual([{ allowed: true }, { allowed: true }]);
  });

  test('an error names the line that cannot be priced', () => {
    expect(canCalculate(request([entry(1), entry(9)]))).toMatchObject({
      allowed: false,
      field: 'lines.1.product_id',
    });
  });
});

describe('one sale has one price mode', () => {
  test('V3 V4 including VAT: prices excluding it are converted, line by line', () => {
    const { lines, ...totals } = calculateSale(request([entry(1), entry(2), entry(3)]));
    expect(lines.map(({ unitPrice, net, vat, gross }) => [unitPrice, net, vat, gross])).toEqual([
      [120, 100, 20, 120],
      [240, 200, 40, 240],
      [300, 300, 0, 300],
    ]);
    expect(totals).toEqual({ lineDiscounts: 0, basketDiscount: 0, net: 600, vat: 60, gross: 660 });
  });

  test('V3 V4 excluding VAT: prices including it are converted, and VAT is added', () => {
    const { lines } = calculateSale(request([entry(1), entry(2), entry(3)], { mode: 'exclusive' }));
    expect(lines.map(({ unitPrice, net, vat, gross }) => [unitPrice, net, vat, gross])).toEqual([
      [100, 100, 20, 120],
      [200, 200, 40, 240],
      [300, 300, 0, 300],
    ]);
  });

  test('V28 abroad, VAT is taken out of the prices and not charged', () => {
    const { lines, net, vat, gross } = calculateSale(
      request([entry(1), entry(2), entry(3)], { mode: 'exclusive', deliveryCountry: 'FR' }),
    );
    expect(lines.map(line => [line.unitPrice, line.vat, line.rate])).toEqual([
      [100, 0, 0],
      [200, 0, 0],
      [300, 0, 0],
    ]);
    expect([net, vat, gross]).toEqual([600, 0, 600]);
  });

  describe('V9 V28 M13 abroad a deal including VAT costs what it costs here, less the VAT', () => {
    const lamp = { product_id: 1, list_price: toPence(400), price_includes_vat: true, vat_percent: 2000 };
    const two = (
      price_includes_vat: boolean,
      list_price = toPence(400),
      price = toPence(600),
    ): PriceRules => ({
      ...rules,
      products: [{ ...lamp, list_price, group_price: null }],
      promotions: [
        {
          id: 1,
          name: 'Two lamps',
          starts_on: '2026-11-01',
          ends_on: '2026-11-30',
          product_ids: [1],
          terms: { kind: 'n_for_price', units: 2, price, price_includes_vat },
        },
      ],
    });
    const sold = (withRules: PriceRules, deliveryCountry: string, more: Partial<SaleToCalculate> = {}) => {
      const { lines, net, vat, gross } = calculateSale(
        request([entry(1, { quantity: wholeUnits(2) })], {
          mode: 'exclusive',
          rules: withRules,
          deliveryCountry,
          ...more,
        }),
      );
      return [net, vat, gross, lines[0]?.rate];
    };

    test('two for £6.00 including 20% VAT are £5.00 net, with £1.00 of VAT only in the UK', () => {
      expect(sold(two(true), 'GB')).toEqual([500, 100, 600, 2000]);
      expect(sold(two(true), 'FR')).toEqual([500, 0, 500, 0]);
    });

    test('a deal that saves only with VAT taken out of its price too is not lost', () => {
      // £3.50 each is £2.92 net: two are £5.84, and the deal is £5.00.
      expect(sold(two(true, toPence(350)), 'FR')).toEqual([500, 0, 500, 0]);
    });

    test('a deal excluding VAT is charged as it is', () => {
      expect(sold(two(false), 'GB')).toEqual([600, 120, 720, 2000]);
      expect(sold(two(false), 'FR')).toEqual([600, 0, 600, 0]);
      // £3.50 is £2.92 net: two for £5.90 excluding VAT save nothing.
      expect(sold(two(false, toPence(350), toPence(590)), 'FR')).toEqual([584, 0, 584, 0]);
    });

    test('a deal over several rates is shared by its prices with VAT, each share less the VAT of its own rate', () => {
      // £4.00 at 20% and £2.00 at 0% for £4.50: £3.00 and £1.50 with VAT, £2.50 and £1.50 without.
      const [deal] = two(true).promotions;
      const mixed: PriceRules = {
        ...two(true),
        products: [
          { ...lamp, group_price: null },
          { ...lamp, product_id: 2, list_price: toPence(200), vat_percent: 0, group_price: null },
        ],
        promotions: deal
          ? [
              {
                ...deal,
                product_ids: null,
                terms: {
                  kind: 'mix_and_match',
                  groups: [1, 2].map(id => ({ units: 1, product_ids: [id] })),
                  price: toPence(450),
                  price_includes_vat: true,
                },
              },
            ]
          : [],
      };
      const { lines, gross } = calculateSale(
        request([entry(1), entry(2)], { mode: 'exclusive', rules: mixed, deliveryCountry: 'FR' }),
      );
      expect([lines.map(line => line.net), gross]).toEqual([[250, 150], 400]);
    });

    test('a discount off the basket comes off the net price', () => {
      expect(sold(two(true), 'FR', { discount: { kind: 'percent', hundredths: 1000 } })).toEqual([
        450, 0, 450, 0,
      ]);
    });
  });

  test('M4 M6 the basket discount is shared after the line discounts', () => {
    // £1.20 less 20p is £1.00, plus £3.00: 40p off £4.00 is 10p and 30p.
    const { lines, lineDiscounts, basketDiscount } = calculateSale(
      request([entry(1, { discount_amount: toPence(20) }), entry(3)], {
        discount: { kind: 'amount', pence: toPence(40) },
      }),
    );
    expect(lines.map(line => [line.lineDiscount, line.basketDiscount, line.gross])).toEqual([
      [20, 10, 90],
      [0, 30, 270],
    ]);
    expect([lineDiscounts, basketDiscount]).toEqual([20, 40]);
  });
});

test('the ruled price of a line ignores all manual changes, for the same quantity', () => {
  const breaks = [
    { product_id: 1, price_group_id: null, from_quantity: wholeUnits(24), unit_price: toPence(96) },
  ];
  const typed = entry(1, { unit_price: toPence(5), quantity: wholeUnits(2), factor: wholeUnits(12) });
  const withBreaks = { ...rules, breaks };
  expect(ruledUnitPrices(request([typed, entry(2)], { rules: withBreaks }))).toEqual([96, 240]);
  expect(ruledUnitPrices(request([{ ...typed, factor: wholeUnits(11) }], { rules: withBreaks }))).toEqual([
    120,
  ]);
});
