import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { toQuantity, wholeUnits } from '../kernel/quantity';
import { approvalsNeeded, type SellingRights } from '../sales/needs';
import { calculateSale } from '../sales/calculate-sale';
import { approvalsBeyondQuote, chargedAsQuoted, type QuotedTerms } from './as-quoted';

const noRights: SellingRights = {
  canOverridePrice: false,
  canOverrideDiscount: false,
  canSellOnAccount: false,
  discountLimit: 500,
  belowCostNeedsApproval: true,
};
const entry = fc.record({
  product_id: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 9000 }).map(toQuantity),
  unit_price: fc.integer({ min: 0, max: 3000 }).map(toPence),
  discount_amount: fc.integer({ min: 0, max: 2000 }).map(toPence),
});
const mode = fc.constantFrom('inclusive' as const, 'exclusive' as const);
const discounts = fc.integer({ min: 0, max: 3000 }).map(pence => ({
  kind: 'amount' as const,
  pence: toPence(pence),
}));
const baskets = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 5 }),
  mode,
  discount: discounts,
});
type Made = typeof baskets extends fc.Arbitrary<infer T> ? T : never;

const products = [1, 2, 3].map(product_id => ({
  product_id,
  list_price: toPence(2000),
  price_includes_vat: true,
  vat_percent: 2000,
  group_price: null,
}));
const rules = { group: null, products, breaks: [], promotions: [] };
const calculated = (request: Made) => calculateSale({ ...request, rules, date: '2026-11-21' });
const typedOf = (request: Made) => ({
  mode: request.mode,
  lines: request.entries.map(() => ({ hasTypedPrice: true, hasTypedDiscount: true, cost: toPence(1500) })),
  hasTypedBasketDiscount: true,
});
const termsOf = (request: Made): QuotedTerms => {
  const sale = calculated(request);
  return { mode: request.mode, basketDiscount: sale.basketDiscount, lines: sale.lines };
};
const needs = (request: Made, quoted: QuotedTerms | null) =>
  approvalsBeyondQuote(
    { mode: request.mode, sale: calculated(request), typed: typedOf(request), rights: noRights },
    quoted,
  );

const pence = (amount: number) => toPence(amount);
const quoted: Made = {
  mode: 'inclusive',
  discount: { kind: 'amount', pence: pence(400) },
  entries: [
    { product_id: 1, quantity: wholeUnits(2), unit_price: pence(1000), discount_amount: pence(300) },
    { product_id: 2, quantity: wholeUnits(1), unit_price: pence(1800), discount_amount: pence(0) },
  ],
};

test('lines sold as quoted need no approval, whatever their overrides and order', () => {
  fc.assert(
    fc.property(baskets, request => {
      expect(needs(request, termsOf(request))).toEqual([]);
      expect(needs({ ...request, entries: request.entries.toReversed() }, termsOf(request))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('two quoted lines of one product at different prices are matched in either order', () => {
  const free = { product_id: 2, quantity: wholeUnits(5), unit_price: pence(0), discount_amount: pence(0) };
  const cheap = { ...free, unit_price: pence(1) };
  const terms = (entries: Made['entries']): Made => ({
    ...quoted,
    entries,
    discount: { kind: 'amount', pence: pence(0) },
  });
  for (const sold of [
    [free, cheap],
    [cheap, free],
  ])
    for (const agreed of [
      [free, cheap],
      [cheap, free],
    ])
      expect(needs(terms(sold), termsOf(terms(agreed)))).toEqual([]);
});

test('without a quote or in the other price mode, the usual approvals are needed', () => {
  fc.assert(
    fc.property(baskets, request => {
      const plain = approvalsNeeded(calculated(request), typedOf(request), noRights);
      expect(needs(request, null)).toEqual(plain);
      const other = request.mode === 'inclusive' ? ('exclusive' as const) : ('inclusive' as const);
      expect(needs(request, { ...termsOf(request), mode: other })).toEqual(plain);
    }),
    { numRuns: 1000 },
  );
});

const changed = (
  change: (entries: Made['entries']) => Made['entries'],
  discount = quoted.discount,
): Made => ({
  ...quoted,
  entries: change(quoted.entries),
  discount,
});
const kinds = (request: Made) => [...new Set(needs(request, termsOf(quoted)).map(({ kind }) => kind))].sort();

test('a changed line needs approval again: lower price, other quantity, more discount or another product', () => {
  const first = (changes: object) =>
    changed(([line, ...rest]) => [{ ...line, ...changes } as Made['entries'][number], ...rest]);
  expect(kinds(first({ unit_price: pence(999) }))).toContain('price');
  expect(kinds(first({ quantity: wholeUnits(1) }))).toContain('price');
  expect(kinds(first({ discount_amount: pence(301) }))).toContain('discount');
  expect(kinds(first({ product_id: 3 }))).toContain('price');
  expect(kinds(first({ unit_price: pence(1001), discount_amount: pence(299) }))).toEqual([]);
  // A second line like it was not quoted.
  expect(kinds(changed(entries => [...entries, ...entries.slice(0, 1)]))).toContain('price');
});

test('the basket discount is agreed up to the quoted amount while all quoted lines are present', () => {
  const more = { kind: 'amount' as const, pence: pence(401) };
  expect(kinds(changed(entries => entries, more))).toContain('discount');
  expect(kinds(changed(entries => entries.slice(0, 1)))).toContain('discount');
  expect(kinds(changed(entries => entries, { kind: 'amount', pence: pence(0) }))).toEqual([]);
});

const other = { product_id: 3, quantity: wholeUnits(1), unit_price: pence(2000), discount_amount: pence(0) };
const needed = (request: Made) =>
  needs(request, termsOf(quoted)).map(need => [need.kind, 'product_id' in need ? need.product_id : null]);

test('P15 another product in place of a quoted one is not what the basket discount was agreed for', () => {
  // £4.00 off £17.00 and £20.00 is 10.8%, above the limit of 5%.
  expect(needed(changed(([first]) => [first as Made['entries'][number], other]))).toContainEqual([
    'discount',
    null,
  ]);
});

test('P15 beside a quote sold in full, the discount of another line is checked as usual', () => {
  // £3.00 off £20.00 is 15%; the £4.00 of the basket were agreed.
  const more = needed(changed(entries => [...entries, { ...other, discount_amount: pence(300) }]));
  expect(more).toContainEqual(['discount', 3]);
  expect(more).not.toContainEqual(['discount', null]);
});

test('P15 a larger basket discount than was quoted is checked against the cost of quoted lines', () => {
  // £18.00 less a part of the £9.00, without VAT, is below £15.00.
  const more = needed(changed(entries => entries, { kind: 'amount', pence: pence(900) }));
  expect(more).toContainEqual(['price', 2]);
  expect(more).toContainEqual(['discount', null]);
});

test('P15 beside lines charged as quoted, another line is compared with the price list', () => {
  const charged = quoted.entries.map(({ product_id, quantity, discount_amount }, index) => ({
    productId: product_id,
    quantity,
    amount: pence(index === 0 ? 2000 : 1800),
    lineDiscount: discount_amount,
    basketDiscount: pence(200),
  }));
  const unquoted = { ...charged[0], productId: 3, basketDiscount: pence(0) } as (typeof charged)[number];
  expect(chargedAsQuoted('inclusive', [...charged, unquoted], termsOf(quoted))).toEqual([true, true, false]);
});
