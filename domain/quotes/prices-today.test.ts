import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits as units } from '../kernel/quantity';
import { chargedAsQuoted, type QuotedTerms } from './as-quoted';
import { pairLines } from './pair-lines';
import { canKeepPrices, quoteAsBasket } from './prices-today';
import { canStep } from './quote-state';

const quotedLine = (id: number, more: object = {}) => ({
  product: { id },
  quantity: units(2),
  unit_price: toPence(900),
  line_discount: toPence(50),
  has_typed_price: false,
  has_typed_discount: false,
  ...more,
});
const quote = (cart_discount: number, ...lines: object[]) =>
  ({
    price_mode: 'exclusive',
    delivery_country: 'GB',
    cart_discount: toPence(cart_discount),
    lines,
  }) as never;

test('P12 a quote priced today keeps what was typed, and takes the list price for everything else', () => {
  const basket = quoteAsBasket(
    quote(
      300,
      quotedLine(1),
      quotedLine(2, { has_typed_price: true }),
      quotedLine(3, { has_typed_discount: true }),
    ),
  );
  expect(basket).toEqual({
    deliveryCountry: 'GB',
    mode: 'exclusive',
    entries: [
      { product_id: 1, quantity: 2000 },
      { product_id: 2, quantity: 2000, unit_price: 900 },
      { product_id: 3, quantity: 2000, discount_amount: 50 },
    ],
    discount: { kind: 'amount', pence: 300 },
  });
  expect(quoteAsBasket(quote(0)).discount).toBeNull();
  expect(quoteAsBasket(quote(1)).discount).toEqual({ kind: 'amount', pence: 1 });
});

const compared = (...lines: [description: string, quoted: number, today: number][]) =>
  ({ lines: lines.map(([description, quoted, today]) => ({ description, quoted, today })) }) as never;

test('an expired quote keeps its prices unless a line costs more today, or with the permission', () => {
  expect(canKeepPrices(compared(['Kettle', 1000, 1000], ['Cup', 500, 499]), false)).toEqual({
    allowed: true,
  });
  expect(canKeepPrices(compared(['Kettle', 1000, 1001], ['Cup', 500, 499]), false)).toMatchObject({
    allowed: false,
    reason: expect.stringMatching(/^Kettle would cost more/),
  });
  expect(canKeepPrices(compared(['Kettle', 1000, 1001], ['Cup', 500, 501]), false)).toMatchObject({
    reason: expect.stringMatching(/^2 lines would cost more/),
  });
  expect(canKeepPrices(compared(['Kettle', 1000, 9000]), true)).toEqual({ allowed: true });
});

test('lines are paired so that as many as possible fit, each with one of the other', () => {
  const pair = (wanted: number[][], offered: number[]) =>
    pairLines(wanted, offered, (line, candidate) => line.includes(candidate));
  // The first takes the only one that fits the second, and moves on to its other one.
  expect(pair([[1, 2], [1]], [1, 2])).toEqual([1, 0]);
  // A chain: the third moves the first, which moves the second.
  expect(pair([[1, 2], [2, 3], [1]], [1, 2, 3])).toEqual([1, 2, 0]);
  expect(pair([[1], [1]], [1])).toEqual([0, null]);
  expect(pair([], [1])).toEqual([]);
  expect(pair([[4]], [1])).toEqual([null]);
});

const agreed: QuotedTerms = {
  mode: 'inclusive',
  basketDiscount: toPence(400),
  lines: [
    { productId: 1, quantity: units(2), unitPrice: toPence(1000), lineDiscount: toPence(300) },
    { productId: 2, quantity: units(1), unitPrice: toPence(1800), lineDiscount: toPence(0) },
  ],
};
const first = {
  productId: 1,
  quantity: units(2),
  amount: toPence(2000),
  lineDiscount: toPence(300),
  basketDiscount: toPence(150),
};
const second = {
  ...first,
  productId: 2,
  quantity: units(1),
  amount: toPence(1800),
  lineDiscount: toPence(0),
  basketDiscount: toPence(250),
};
type Charged = typeof first;
const charged = (
  lines: readonly Charged[],
  terms: QuotedTerms | null = agreed,
  mode: 'inclusive' | 'exclusive' = 'inclusive',
) => chargedAsQuoted(mode, lines, terms);

test('F31 a paid sale was charged as quoted if its lines cost what was agreed or more', () => {
  expect(charged([first, second])).toEqual([true, true]);
  // £20.00 less £3.01 is a penny below what was agreed; £20.01 less £3.01 is not.
  expect(charged([{ ...first, lineDiscount: toPence(301) }, second])).toEqual([false, false]);
  expect(charged([{ ...first, amount: toPence(2001), lineDiscount: toPence(301) }, second])).toEqual([
    true,
    true,
  ]);
  expect(charged([{ ...first, productId: 3 }, second])).toEqual([false, false]);
  expect(charged([{ ...first, quantity: units(3) }, second])).toEqual([false, false]);
});

test('F31 the discount of the basket was agreed for all the lines, up to its amount', () => {
  expect(charged([first, { ...second, basketDiscount: toPence(251) }])).toEqual([false, false]);
  // One line alone: without a discount of the basket it is as quoted, with one it is not.
  expect(charged([first])).toEqual([false]);
  expect(charged([{ ...first, basketDiscount: toPence(0) }])).toEqual([true]);
  // A line without its share of too much discount is still as quoted.
  expect(
    charged([
      { ...first, basketDiscount: toPence(0) },
      { ...second, basketDiscount: toPence(401) },
    ]),
  ).toEqual([true, false]);
});

test('F31 without a quote, or in another price mode, nothing was agreed', () => {
  expect(charged([first, second], null)).toEqual([false, false]);
  expect(charged([first, second], agreed, 'exclusive')).toEqual([false, false]);
});

test('a step that a quote does not allow says what to do first', () => {
  const why = (
    step: Parameters<typeof canStep>[0],
    state: 'open' | 'accepted' | 'declined' | 'expired' | 'invoiced',
  ) => {
    const result = canStep(step, { number: 'QUO-00001', state, validUntil: '2026-11-21', saleNumber: null });
    return result.allowed ? null : result.reason;
  };
  expect(why('send', 'invoiced')).toBe('QUO-00001 has already been invoiced.');
  expect(why('reopen', 'expired')).toBe(
    'QUO-00001 has expired rather than closed. Confirm its prices or revise it.',
  );
  expect(why('send', 'expired')).toBe(
    'QUO-00001 was valid until 21 Nov 2026. Confirm its prices or revise it first.',
  );
  expect([why('decline', 'declined'), why('send', 'declined')]).toEqual([
    'QUO-00001 has already been declined.',
    'QUO-00001 was declined. Reopen it first.',
  ]);
  expect([why('accept', 'accepted'), why('revise', 'accepted')]).toEqual([
    'QUO-00001 has already been accepted.',
    'QUO-00001 was accepted. Reopen it first.',
  ]);
  expect([why('reopen', 'open'), why('confirm', 'open')]).toEqual([
    'QUO-00001 is already open.',
    'QUO-00001 is valid until 21 Nov 2026, so its prices do not need confirming.',
  ]);
});
