import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits as units, toQuantity } from '../kernel/quantity';
import { toUnitCost } from '../kernel/unit-cost';
import { billStatusOf } from './bill-status';
import { type BillState, canCreditBill, canPayBill, canReverseBill } from './bill.rules';
import { nonNegativeMoney, lineWrite } from './order-write';
import {
  canReceiveOf,
  extentOf,
  isOverReceipt,
  type OrderLineState,
  receivable,
  statusAfterReceipt,
} from './purchase-order.rules';
import { effectiveQuantity, orderLineAmounts, orderTotals } from './purchase-order.totals';
import { canReverseReceipt, type ReceiptState } from './receipt.rules';

const line: OrderLineState = {
  id: 1,
  name: 'Kettle',
  quantity: units(10),
  received: units(4),
  billed: units(0),
  isClosed: false,
};
const settings = (overReceipt: number) => ({ approvalLimit: null, overReceipt, settleOldestFirst: true });
const reason = (result: object) => ('reason' in result ? result.reason : undefined);

test('P3 what is outstanding can be received, and the tolerance above the order', () => {
  expect(receivable(line, settings(0))).toBe(6000);
  // 5% of 10 are half a unit; 12.5% of 0.333 are 0.041625, to the nearest thousandth.
  expect(receivable(line, settings(500))).toBe(6500);
  expect(receivable({ ...line, quantity: toQuantity(333), received: toQuantity(0) }, settings(1250))).toBe(
    375,
  );
  expect(receivable({ ...line, received: units(11) }, settings(0))).toBe(0);
  expect(receivable({ ...line, isClosed: true }, settings(500))).toBe(0);
});

test('P3 P15 more than that needs an approval, and a line that is closed short needs the order to be reopened', () => {
  const receive = (quantity: number, change: Partial<OrderLineState> = {}, tolerance = 0) =>
    canReceiveOf({ ...line, ...change }, toQuantity(quantity), settings(tolerance), 'lines.0.quantity');
  expect(receive(6000)).toEqual({ allowed: true });
  expect(receive(6001)).toEqual({
    allowed: false,
    reason: 'At most 6 can be received.',
    field: 'lines.0.quantity',
  });
  expect([receive(6500, {}, 500).allowed, receive(6501, {}, 500).allowed]).toEqual([true, false]);
  expect(reason(receive(1, { received: units(10) }))).toBe('All 10 of Kettle have already been received.');
  expect(receive(1, { isClosed: true })).toMatchObject({
    reason: 'Kettle is closed short. Reopen the order to receive more of it.',
    field: 'lines.0.quantity',
  });
  const isOver = (quantity: number, change = {}) =>
    isOverReceipt({ ...line, ...change }, toQuantity(quantity), settings(0));
  expect([isOver(6000), isOver(6001), isOver(6001, { isClosed: true })]).toEqual([false, true, false]);
});

test('P2 an order is completed once every line is received or closed short', () => {
  const after = (...lines: [received: number, isClosed?: boolean][]) =>
    statusAfterReceipt(
      lines.map(([received, isClosed = false]) => ({ ...line, received: units(received), isClosed })),
    );
  expect([after([0], [0]), after([0], [1]), after([10], [9])]).toEqual(['sent', 'received', 'received']);
  expect([after([10], [10]), after([10], [0, true]), after([11])]).toEqual([
    'completed',
    'completed',
    'completed',
  ]);
});

test('P2 none, part or all of an order: by every line of it', () => {
  const ten = [units(10), units(10)];
  const extent = (...done: number[]) => extentOf(done.map(units), ten);
  expect([extent(0, 0), extent(0, 1), extent(10, 9), extent(10, 10), extent(11, 10)]).toEqual([
    'none',
    'part',
    'part',
    'full',
    'full',
  ]);
  expect(extentOf([], [])).toBe('none');
  expect(extentOf([units(1)], [])).toBe('full');
});

test('P1 a line counts as ordered, or as received once it is closed short or more of it was accepted', () => {
  const effective = (received: number, is_closed: boolean) =>
    effectiveQuantity({ quantity: units(10), received: units(received), is_closed });
  expect([effective(4, false), effective(4, true), effective(10, false), effective(12, false)]).toEqual([
    10_000, 4000, 10_000, 12_000,
  ]);
});

test('M4 M5 V4 P1 a line of ten at £1.99 less £3.00 is £16.90 plus £3.38 VAT; four of it take their share', () => {
  const terms = {
    quantity: units(10),
    unitPrice: toUnitCost('1.99'),
    discount: { kind: 'amount', pence: toPence(300) },
    rate: 2000,
  } as const;
  expect(orderLineAmounts(terms)).toEqual({ net: 1690, vat: 338, gross: 2028, discount: 300 });
  // £7.96 less four tenths of £3.00, which is £1.20.
  expect(orderLineAmounts(terms, units(4))).toEqual({ net: 676, vat: 135, gross: 811, discount: 120 });
  // Of twelve the discount is still £3.00: £23.88 less £3.00.
  expect(orderLineAmounts(terms, units(12))).toMatchObject({ net: 2088, discount: 300 });
  // A percentage is of the amount itself: 10% of £7.96 are 80p.
  const percent = { ...terms, discount: { kind: 'percent', hundredths: 1000 } } as const;
  expect(orderLineAmounts(percent, units(4))).toMatchObject({ net: 716, discount: 80 });
  expect(orderLineAmounts({ ...terms, discount: null }, units(4))).toMatchObject({ net: 796, discount: 0 });
  expect(orderTotals([orderLineAmounts(terms), orderLineAmounts(terms, units(4))])).toEqual({
    net: 2366,
    vat: 473,
    gross: 2839,
  });
  expect(orderTotals([])).toEqual({ net: 0, vat: 0, gross: 0 });
});

test('P4 a bill is unpaid, part-paid or paid by what is outstanding; one of zero is paid', () => {
  const status = (gross: number, outstanding: number, reversed_at: string | null = null) =>
    billStatusOf({ gross, outstanding, reversed_at });
  expect([status(1000, 1000), status(1000, 999), status(1000, 0), status(0, 0)]).toEqual([
    'unpaid',
    'part_paid',
    'paid',
    'paid',
  ]);
  expect(status(1000, 1000, '2026-11-29T10:00:00Z')).toBe('reversed');
});

const bill: BillState = {
  supplier_bill_number: 'B-7',
  kind: 'goods',
  reversed_at: null,
  returned_by: null,
  credited_by: null,
};

test('L1 a bill is reversed once, and only while no credit depends on it', () => {
  expect(canReverseBill(bill)).toEqual({ allowed: true });
  const why = (change: Partial<BillState>) => reason(canReverseBill({ ...bill, ...change }));
  expect(why({ reversed_at: '2026-11-29' })).toBe('Bill B-7 has already been reversed.');
  expect(why({ kind: 'opening' })).toContain('is an opening balance');
  expect(why({ returned_by: 'RET-00001' })).toContain('were returned and credited by RET-00001');
  expect(why({ credited_by: { number: 'SCN-00001', theirs: 'C-9' } })).toBe(
    'Credit note C-9 (SCN-00001) credits bill B-7. Reverse the credit note first.',
  );
});

test('P4 a bill is paid while something is outstanding, and credited unless it is reversed', () => {
  const pay = (outstanding: number, change: Partial<BillState> = {}) =>
    canPayBill({ ...bill, ...change, outstanding });
  expect(pay(1)).toEqual({ allowed: true });
  expect(reason(pay(0))).toBe('Bill B-7 is paid in full.');
  expect(reason(pay(1, { reversed_at: '2026-11-29' }))).toBe('Bill B-7 has already been reversed.');
  expect(canCreditBill(bill)).toEqual({ allowed: true });
  expect(reason(canCreditBill({ ...bill, reversed_at: '2026-11-29' }))).toContain('cannot be credited');
});

const receipt: ReceiptState = {
  number: 'GRN-00002',
  reversed_by: null,
  billed_by: null,
  returned_by: null,
  landed_by: null,
  closed_line: null,
  counted_since: null,
};

test('A13 I8 a receipt is reversed while nothing depends on it; otherwise it says what to undo first', () => {
  expect(canReverseReceipt(receipt)).toEqual({ allowed: true });
  const why = (change: Partial<ReceiptState>) => reason(canReverseReceipt({ ...receipt, ...change }));
  expect(why({ reversed_by: 'RET-1' })).toBe('GRN-00002 has already been reversed, by RET-1.');
  expect(why({ billed_by: 'B-7' })).toBe('Goods of GRN-00002 are on bill B-7. Reverse the bill first.');
  expect(why({ returned_by: 'RET-2' })).toContain('were returned by RET-2');
  expect(why({ landed_by: 'F-1' })).toContain('Bill F-1 spread landed cost');
  expect(why({ closed_line: 'Kettle' })).toContain('Kettle is closed short');
  const counted = { product: 'Kettle', number: 'ST-1', is_posted: true, has_moved: true };
  expect(why({ counted_since: counted })).toContain('Kettle was counted in ST-1');
});

test('P1 a line of an order names a product or a description, and one discount within the line', () => {
  const sent = { quantity: '10', unit_price: '1.99', product_id: 1 };
  const problems = (change: object) => {
    const result = lineWrite.safeParse({ ...sent, ...change });
    return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
  };
  expect(problems({})).toEqual([]);
  expect(problems({ product_id: null })).toEqual(['description']);
  expect(problems({ product_id: undefined, description: 'Carriage' })).toEqual([]);
  expect(problems({ discount_percent: '10', discount_amount: '1.00' })).toEqual(['discount_amount']);
  expect([problems({ discount_amount: '19.90' }), problems({ discount_amount: '19.91' })]).toEqual([
    [],
    ['discount_amount'],
  ]);
  const accepts = (amount: string) => nonNegativeMoney.safeParse(amount).success;
  expect([accepts('0.00'), accepts('-0.01')]).toEqual([true, false]);
});
