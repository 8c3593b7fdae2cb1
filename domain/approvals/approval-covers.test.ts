import { expect, test } from 'vitest';
import type * as z from 'zod';
import { amountApproved, covers } from './approval-covers';
import { approvalNeed, type NeedKind } from './approval-need';

type Sent = z.input<typeof approvalNeed>;

/** What was approved of each kind. */
const approved = {
  discount: {
    kind: 'discount',
    product_id: 7,
    line_number: 1,
    quantity: '10',
    price_mode: 'inclusive',
    amount: '100.00',
    discount: '5.00',
  },
  price: {
    kind: 'price',
    product_id: 7,
    line_number: 1,
    quantity: '10',
    price_mode: 'inclusive',
    unit_price: '8.00',
    amount: '80.00',
  },
  credit: { kind: 'credit', customer_id: 3, amount: '50.00' },
  stock: { kind: 'stock', product_id: 7, quantity: '5', short: '2' },
  refund: {
    kind: 'refund',
    sale_id: 9,
    amount: '30.00',
    lines: [
      { line_number: 1, quantity: '2', amount: '20.00' },
      { line_number: 2, quantity: '1', amount: '10.00' },
    ],
  },
  large_refund: {
    kind: 'large_refund',
    sale_id: 9,
    amount: '300.00',
    lines: [{ line_number: 1, quantity: '2', amount: '300.00' }],
  },
  void: { kind: 'void', amount: '12.00' },
  paid_out: {
    kind: 'paid_out',
    session_id: 4,
    amount: '40.00',
    account_code: '6100',
    category_id: null,
    reason: 'Window cleaner',
  },
  customer_credit: { kind: 'customer_credit', customer_id: 3, amount: '25.00', of: 'credit' },
  stock_adjustment: {
    kind: 'stock_adjustment',
    amount: '60.00',
    reason: 'correction',
    lines: [
      { product_id: 7, quantity: '3', value: null },
      { product_id: 8, quantity: '1', value: '4.00' },
    ],
  },
  write_off: {
    kind: 'write_off',
    amount: '60.00',
    reason: 'damaged',
    lines: [{ product_id: 7, quantity: '3', value: null }],
  },
  stock_count: {
    kind: 'stock_count',
    count_id: 5,
    version: 2,
    uncounted: null,
    units: '6',
    amount: '90.00',
  },
  over_receipt: {
    kind: 'over_receipt',
    order_id: 2,
    line_id: 11,
    quantity: '12',
    above: '2',
    description: 'Kettle',
  },
} satisfies { readonly [Kind in NeedKind]: Sent };

const need = (sent: object) => approvalNeed.parse(sent);
const isCovered = (kind: NeedKind, change: object, grantedChange: object = {}) =>
  covers(need({ ...approved[kind], ...grantedChange }), need({ ...approved[kind], ...change }));

const kinds = Object.keys(approved) as NeedKind[];

test('P15 an approval covers exactly what was asked for, and nothing of another kind', () => {
  for (const granted of kinds)
    for (const requested of kinds)
      expect(covers(need(approved[granted]), need(approved[requested])), `${granted} for ${requested}`).toBe(
        granted === requested,
      );
});

/** Each changes what was approved so that it is not covered any more. */
const another: { readonly [Kind in NeedKind]: readonly object[] } = {
  discount: [
    { product_id: 8 },
    { line_number: 2 },
    { price_mode: 'exclusive' },
    { quantity: '10.001' },
    { discount: '5.01', amount: '200.00' },
    // £5 off £99.99 is a larger share than £5 off £100.
    { amount: '99.99' },
  ],
  price: [
    { product_id: 8 },
    { line_number: 2 },
    { price_mode: 'exclusive' },
    { quantity: '10.001', amount: '80.01' },
    { unit_price: '7.99' },
    // Five for £39.99 are less than ten for £80.00.
    { quantity: '5', amount: '39.99' },
  ],
  credit: [{ customer_id: 4 }, { amount: '50.01' }],
  stock: [{ product_id: 8 }, { quantity: '5.001' }, { short: '2.001' }],
  refund: [
    { sale_id: 10 },
    { amount: '30.01' },
    { lines: [{ line_number: 3, quantity: '1', amount: '1.00' }] },
    { lines: [{ line_number: 1, quantity: '2.001', amount: '20.00' }] },
    { lines: [{ line_number: 1, quantity: '2', amount: '20.01' }] },
    // The first line is covered and the second is not.
    {
      lines: [
        { line_number: 1, quantity: '1', amount: '10.00' },
        { line_number: 2, quantity: '2', amount: '10.00' },
      ],
    },
  ],
  large_refund: [{ sale_id: 10 }, { amount: '300.01' }],
  void: [{ amount: '12.01' }],
  paid_out: [
    { session_id: 5 },
    { amount: '40.01' },
    { account_code: '6200' },
    { account_code: null, category_id: 1 },
    { category_id: 1 },
    { reason: 'Taxi' },
  ],
  customer_credit: [{ customer_id: 4 }, { amount: '25.01' }, { of: 'write_off' }],
  stock_adjustment: [
    { reason: 'found' },
    { amount: '60.01' },
    { lines: approved.stock_adjustment.lines.slice(0, 1) },
    { lines: approved.stock_adjustment.lines.toReversed() },
    { lines: approved.stock_adjustment.lines.with(0, { product_id: 7, quantity: '2', value: null }) },
    { lines: approved.stock_adjustment.lines.with(1, { product_id: 8, quantity: '1', value: '4.01' }) },
    { lines: approved.stock_adjustment.lines.with(1, { product_id: 9, quantity: '1', value: '4.00' }) },
  ],
  write_off: [{ reason: 'lost' }, { amount: '60.01' }, { lines: [] }],
  stock_count: [{ count_id: 6 }, { version: 3 }, { uncounted: 'nothing' }, { amount: '90.01' }],
  over_receipt: [{ order_id: 3 }, { line_id: 12 }, { quantity: '12.001' }, { above: '2.001' }],
};

test.each(kinds)(
  'P15 an approval of kind %s covers no other document, party or line, and nothing larger',
  kind => {
    for (const change of another[kind]) expect(isCovered(kind, change), JSON.stringify(change)).toBe(false);
  },
);

test('P15 an approval of one kind covers no other, though all that both name is the same', () => {
  const large = { ...approved.large_refund, ...approved.refund, kind: 'large_refund' };
  const writeOff = { ...approved.stock_adjustment, kind: 'write_off' };
  const alike = [
    [large, approved.refund],
    [approved.refund, large],
    [writeOff, approved.stock_adjustment],
    [approved.stock_adjustment, writeOff],
    [approved.customer_credit, { ...approved.credit, amount: '25.00' }],
    [approved.credit, approved.void],
  ];
  for (const [granted, requested] of alike)
    expect(covers(need(granted ?? {}), need(requested ?? {})), JSON.stringify(requested)).toBe(false);
});

test('P15 an approval covers the same for less', () => {
  expect(isCovered('discount', { discount: '4.99' })).toBe(true);
  expect(isCovered('discount', { amount: '100.01' })).toBe(true);
  expect(isCovered('discount', { quantity: '9' })).toBe(true);
  expect(isCovered('price', { unit_price: '8.01', amount: '80.10' })).toBe(true);
  expect(isCovered('price', { quantity: '5', amount: '40.00' })).toBe(true);
  expect(isCovered('credit', { amount: '49.99' })).toBe(true);
  expect(isCovered('stock', { quantity: '4', short: '1' })).toBe(true);
  expect(
    isCovered('refund', { amount: '10.00', lines: [{ line_number: 2, quantity: '0.5', amount: '5.00' }] }),
  ).toBe(true);
  expect(isCovered('void', { amount: '11.99' })).toBe(true);
  expect(isCovered('paid_out', { amount: '39.99' })).toBe(true);
  expect(isCovered('customer_credit', { amount: '24.99' })).toBe(true);
  expect(isCovered('write_off', { amount: '59.99' })).toBe(true);
  // The number of units may differ where their value is known.
  expect(isCovered('stock_count', { amount: '89.99', units: '7' })).toBe(true);
  expect(isCovered('over_receipt', { quantity: '11', above: '1', description: 'Kettle, red' })).toBe(true);
});

test('P15 a discount on the whole basket has no line and no quantity', () => {
  const basket = { product_id: null, line_number: null, quantity: null };
  expect(isCovered('discount', basket, basket)).toBe(true);
  expect(isCovered('discount', {}, basket)).toBe(false);
  expect(isCovered('discount', basket)).toBe(false);
  // A quantity is more than none.
  expect(isCovered('discount', { ...basket, quantity: '1' }, basket)).toBe(false);
});

test('P15 an approver who may not see cost approves exactly these lines, or no more units of a stocktake', () => {
  const blind = { amount: null };
  for (const kind of ['stock_adjustment', 'write_off'] as const) {
    expect(isCovered(kind, { amount: '999.00' }, blind)).toBe(true);
    expect(isCovered(kind, blind)).toBe(true);
    expect(isCovered(kind, { lines: [] }, blind)).toBe(false);
  }
  expect(isCovered('stock_count', { amount: '999.00' }, blind)).toBe(true);
  expect(isCovered('stock_count', { units: '6.001' }, blind)).toBe(false);
  expect(isCovered('stock_count', { units: '5.999' }, blind)).toBe(true);
  expect(isCovered('stock_count', blind)).toBe(true);
});

test('P15 an approval is recorded with its amount: the discount, the amount, or none for what has a quantity only', () => {
  expect(kinds.map(kind => [kind, amountApproved(need(approved[kind]))])).toEqual([
    ['discount', 500],
    ['price', 8000],
    ['credit', 5000],
    ['stock', 0],
    ['refund', 3000],
    ['large_refund', 30_000],
    ['void', 1200],
    ['paid_out', 4000],
    ['customer_credit', 2500],
    ['stock_adjustment', 6000],
    ['write_off', 6000],
    ['stock_count', 9000],
    ['over_receipt', 0],
  ]);
  expect(amountApproved(need({ ...approved.write_off, amount: '-60.00' }))).toBe(6000);
  expect(amountApproved(need({ ...approved.stock_count, amount: null }))).toBe(0);
});
