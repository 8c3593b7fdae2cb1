import { describe, expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits } from '../kernel/quantity';
import { approvalsNeeded, type SellingRights, type TypedLine } from './needs';
import type { CalculatedLine, CalculatedSale } from './calculate-sale';

/** A cashier who can give discounts up to 10%. Anything else needs approval. */
const seller: SellingRights = {
  canOverridePrice: false,
  canOverrideDiscount: false,
  canSellOnAccount: false,
  discountLimit: 1000,
  belowCostNeedsApproval: true,
};
/** Two at £10.00 each: £20.00 excluding and including VAT, on a line without VAT. */
const line = (more: Partial<Record<keyof CalculatedLine, unknown>> = {}) =>
  ({
    productId: 7,
    quantity: wholeUnits(2),
    listPrice: toPence(1000),
    unitPrice: toPence(1000),
    amount: toPence(2000),
    lineDiscount: toPence(0),
    basketDiscount: toPence(0),
    net: toPence(2000),
    promotions: [],
    ...more,
  }) as unknown as CalculatedLine;
const off = (pence: number) => line({ lineDiscount: toPence(pence), net: toPence(2000 - pence) });
const untyped: TypedLine = { hasTypedPrice: false, hasTypedDiscount: false, cost: null };
const priced: TypedLine = { ...untyped, hasTypedPrice: true };
const discounted: TypedLine = { ...untyped, hasTypedDiscount: true };
type BasketOff = { basket?: number; typed?: boolean };
const needs = (
  lines: readonly CalculatedLine[],
  typed: readonly TypedLine[],
  rights: Partial<SellingRights> = {},
  { basket = 0, typed: hasTypedBasketDiscount = true }: BasketOff = {},
) =>
  approvalsNeeded(
    { lines, basketDiscount: toPence(basket) } as CalculatedSale,
    { mode: 'inclusive', lines: typed, hasTypedBasketDiscount },
    { ...seller, ...rights },
  );

describe('a price override', () => {
  const cheaper = line({ unitPrice: 900, amount: 1800, net: 1800 });
  test('needs approval when it differs from the list price', () => {
    expect(needs([line(), cheaper], [untyped, priced])).toEqual([
      {
        kind: 'price',
        product_id: 7,
        line_number: 2,
        quantity: 2000,
        price_mode: 'inclusive',
        unit_price: 900,
        amount: 1800,
        reason: 'Overridden from £10.00',
      },
    ]);
    expect(needs([cheaper], [priced], { canOverridePrice: true })).toEqual([]);
    expect(needs([cheaper], [priced], { canOverrideDiscount: true })).toHaveLength(1);
  });

  test('needs no approval when it equals the list price, or comes from the price rules', () => {
    expect(needs([line()], [priced])).toEqual([]);
    expect(needs([cheaper], [untyped])).toEqual([]);
    expect(needs([cheaper], [])).toEqual([]);
  });

  test('is approved for the line amount after both discounts', () => {
    const paid = line({ unitPrice: 900, amount: 1800, lineDiscount: 100, basketDiscount: 50, net: 1650 });
    expect(needs([paid], [priced])).toMatchObject([{ kind: 'price', amount: 1650 }]);
  });
});

describe('M5 a manual line discount', () => {
  test('above the seller’s limit needs approval', () => {
    // A tenth of £20.00 is £2.00.
    expect(needs([off(200)], [discounted])).toEqual([]);
    expect(needs([off(201)], [discounted])).toEqual([
      {
        kind: 'discount',
        product_id: 7,
        line_number: 1,
        quantity: 2000,
        price_mode: 'inclusive',
        amount: 2000,
        discount: 201,
      },
    ]);
    expect(needs([off(201)], [discounted], { canOverrideDiscount: true })).toEqual([]);
    expect(needs([off(201)], [discounted], { canOverridePrice: true })).toHaveLength(1);
    expect(needs([off(1)], [discounted], { discountLimit: 0 })).toHaveLength(1);
    expect(needs([off(0)], [discounted], { discountLimit: 0 })).toEqual([]);
  });

  test('needs no approval when a promotion gave it', () => {
    expect(needs([off(1000)], [untyped])).toEqual([]);
  });

  test('M2 the limit is rounded half away from zero: 12.5% of £1.00 is 13p', () => {
    const small = (pence: number) => line({ amount: 100, lineDiscount: pence, net: 100 - pence });
    expect(needs([small(13)], [discounted], { discountLimit: 1250 })).toEqual([]);
    expect(needs([small(14)], [discounted], { discountLimit: 1250 })).toHaveLength(1);
  });
});

describe('M5 a manual basket discount', () => {
  // £20.00 and £20.00 less £2.00 is £38.00; a tenth of it is £3.80.
  const two = [line(), off(200)];
  const typed = [untyped, untyped];
  test('above the limit needs approval', () => {
    expect(needs(two, typed, {}, { basket: 380 })).toEqual([]);
    expect(needs(two, typed, {}, { basket: 381 })).toEqual([
      {
        kind: 'discount',
        product_id: null,
        line_number: null,
        quantity: null,
        price_mode: 'inclusive',
        amount: 3800,
        discount: 381,
      },
    ]);
    expect(needs(two, typed, { canOverrideDiscount: true }, { basket: 381 })).toEqual([]);
    expect(needs(two, typed, {}, { basket: 381, typed: false })).toEqual([]);
    expect(needs(two, typed, { discountLimit: 0 }, { basket: 0 })).toEqual([]);
  });
});

describe('M5 P15 discounts typed off the lines and off the basket', () => {
  test('count together: the limit is not passed in two parts', () => {
    // £2.00 off £20.00 and 1p off the £18.00 that are left: £2.01 off £20.00, of which a tenth is £2.00.
    expect(needs([off(200)], [discounted], {}, { basket: 1 })).toMatchObject([
      { kind: 'discount', product_id: null, amount: 2000, discount: 201 },
    ]);
    // £2.00 and £2.00 off £40.00 are just within it.
    expect(needs([line(), off(200)], [untyped, discounted], {}, { basket: 200 })).toEqual([]);
    expect(needs([line(), off(200)], [untyped, discounted], {}, { basket: 201 })).toHaveLength(1);
    expect(needs([off(200)], [discounted], { canOverrideDiscount: true }, { basket: 1 })).toEqual([]);
  });

  test('what a promotion or an agreed price gave does not count', () => {
    expect(needs([off(200)], [untyped], {}, { basket: 180 })).toEqual([]);
    expect(needs([off(200)], [discounted], {}, { basket: 1, typed: false })).toEqual([]);
  });
});

describe('a sale below cost', () => {
  const costs = (pence: number, typedLine: TypedLine = discounted): TypedLine => ({
    ...typedLine,
    cost: toPence(pence),
  });
  const reasons = (lines: readonly CalculatedLine[], typed: readonly TypedLine[], basket?: BasketOff) =>
    needs(lines, typed, { canOverrideDiscount: true }, basket).map(need =>
      need.kind === 'price' ? need.reason : need.kind,
    );

  test('needs approval to the penny, excluding VAT', () => {
    expect(reasons([off(100)], [costs(1900)])).toEqual([]);
    expect(reasons([off(100)], [costs(1901)])).toEqual([
      'Below cost at £19.00 before VAT. £1.00 off the line',
    ]);
    expect(reasons([off(100)], [discounted])).toEqual([]);
  });

  test('needs approval only if a manual change caused it', () => {
    expect(reasons([off(100)], [costs(1901, untyped)])).toEqual([]);
    expect(reasons([line()], [costs(2001, priced)])).toEqual(['Below cost at £20.00 before VAT']);
    const shared = line({ basketDiscount: 100, net: 1900 });
    expect(reasons([shared], [costs(1901, untyped)], { basket: 100 })).toEqual([
      'Below cost at £19.00 before VAT. £1.00 of the basket discount',
    ]);
    expect(reasons([shared], [costs(1901, untyped)], { basket: 100, typed: false })).toEqual([]);
  });

  test('needs no approval if the setting is off or the seller can override prices', () => {
    expect(needs([off(100)], [costs(1901)], { belowCostNeedsApproval: false })).toEqual([]);
    expect(needs([off(100)], [costs(1901)], { canOverridePrice: true })).toEqual([]);
  });

  test('shows where the price comes from: a changed price, a promotion, both discounts', () => {
    const promoted = line({
      unitPrice: 900,
      amount: 1800,
      lineDiscount: 300,
      basketDiscount: 100,
      net: 1400,
      promotions: [{ id: 1, name: 'Offer', discount: 300, reason: 'Offer: 3 for 2' }],
    });
    expect(reasons([promoted], [costs(1500, priced)], { basket: 100 })).toEqual([
      'Overridden from £10.00. Below cost at £14.00 before VAT. Offer: 3 for 2. £1.00 of the basket discount',
    ]);
    // Above cost, only the changed price is given as a reason.
    expect(reasons([promoted], [costs(1400, priced)], { basket: 100 })).toEqual(['Overridden from £10.00']);
  });

  test('keeps its reason within the stored length', () => {
    const promotions = [{ id: 1, name: 'Offer', discount: 300, reason: 'x'.repeat(600) }];
    const [reason = ''] = reasons([line({ promotions })], [costs(2001, priced)]);
    expect(reason).toHaveLength(500);
  });
});
