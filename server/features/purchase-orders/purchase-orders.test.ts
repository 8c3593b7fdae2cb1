import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { purchased, purchases, purchasingSettings } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { someProduct, someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

type Order = ReplyOf<typeof purchases.get>;
type Line = NonNullable<BodySent<typeof purchases.create>['lines']>[number];
const today = londonDate(new Date());
let bills = 0;

async function products(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.push(await someProduct(app.db));
  return ids;
}
async function draft(lines: Partial<Line>[], more: object = {}): Promise<Order> {
  const supplier_id = await someSupplier(app.db);
  const full = lines.map(line => ({ quantity: '10', unit_price: '1.00', ...line }));
  const { reply, refusal } = await admin.call(purchases.create, {
    body: { supplier_id, lines: full, ...more },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}
async function sent(lines: Partial<Line>[]): Promise<Order> {
  const { id } = await draft(lines);
  return (await admin.call(purchases.markSent, { params: { id } })).reply;
}
const get = async (id: number) => (await admin.call(purchases.get, { params: { id } })).reply;
const receive = (id: number, lines?: { line_id: number; quantity: string }[], more: object = {}) =>
  admin.call(purchases.receive, { params: { id }, body: { ...(lines ? { lines } : {}), ...more } });
const bill = (
  id: number,
  lines: { line_id: number; quantity: string; net?: string; vat?: string }[],
  more: object = {},
) =>
  admin.call(purchases.bill, {
    params: { id },
    body: { supplier_bill_number: `B-${++bills}`, bill_date: today, lines, ...more },
  });
const pay = (order: Order, amount: string, more: object = {}) =>
  admin.call(payments.create, {
    body: {
      supplier_id: order.supplier.id,
      amount,
      payment_method: 'bank_transfer',
      allocations: [{ purchase_order_id: order.id, amount }],
      ...more,
    },
  });
const lineOf = (order: Order, index = 0) => order.lines[index]?.id ?? 0;
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

test('P1 M4 M5 V4 V5 a draft has the totals of its lines: amount, discount, then VAT by line', async () => {
  const order = await draft([
    { description: 'Loose', quantity: '3', unit_price: '3.33', discount_percent: '10' },
    { description: 'More', quantity: '0.5', unit_price: '1.01', discount_amount: '0.10', vat_code: 'R' },
  ]);
  expect(order.lines.map(({ net, vat, gross }) => [net, vat, gross])).toEqual([
    [899, 180, 1079],
    [41, 2, 43],
  ]);
  expect([order.total_net, order.total_vat, order.total_amount]).toEqual([940, 182, 1122]);
  expect(order).toMatchObject({ status: 'draft', paid_status: 'remaining', receipt_state: 'none' });
});

test.each([
  ['supplier_id', { supplier_id: 999_999 }],
  ['lines.0.product_id', { lines: [{ product_id: 999_999, quantity: '1', unit_price: '1.00' }] }],
  ['lines.0.description', { lines: [{ quantity: '1', unit_price: '1.00' }] }],
  ['lines.0.quantity', { lines: [{ description: 'x', quantity: '0', unit_price: '1.00' }] }],
  ['lines.0.unit_price', { lines: [{ description: 'x', quantity: '1', unit_price: '-1.00' }] }],
  ['expected_delivery_date', { order_date: '2026-02-02', expected_delivery_date: '2026-02-01' }],
])('a wrong %s is refused by its field, and nothing is added', async (field, wrong) => {
  const supplier_id = await someSupplier(app.db);
  const before = await app.digest();
  const { status, refusal } = await admin.call(purchases.create, {
    body: { supplier_id, lines: [], ...wrong },
  });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

test('P2 draft, sent, received, completed: payment is no condition', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  expect(order).toMatchObject({
    status: 'sent',
    can: { receive: { allowed: true }, cancel: { allowed: true } },
  });
  const part = await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  expect(part.reply).toMatchObject({
    status: 'received',
    receipt_state: 'part',
    can: { cancel: { allowed: false } },
  });
  const all = await receive(order.id);
  expect(all.reply).toMatchObject({ status: 'completed', receipt_state: 'full', paid_status: 'remaining' });
  expect((await receive(order.id)).status).toBe(409);
  await holds();
});

test('P2 an empty order is not sent, a cancelled one is neither received, billed nor paid', async () => {
  const empty = await draft([]);
  expect((await admin.call(purchases.markSent, { params: { id: empty.id } })).status).toBe(422);
  const order = await sent([{ description: 'Chairs' }]);
  const { reply } = await admin.call(purchases.cancel, {
    params: { id: order.id },
    body: { reason: 'Not needed' },
  });
  expect(reply).toMatchObject({ status: 'cancelled', cancel_reason: 'Not needed' });
  const before = await app.digest();
  expect((await receive(order.id)).status).toBe(409);
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }])).status).toBe(409);
  expect((await pay(order, '1.00')).status).toBe(409);
  expect(await app.digest()).toBe(before);
});

test('P3 more than was ordered is refused, and changes nothing; what the firm tolerates is taken', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const before = await app.digest();
  const refused = await receive(order.id, [{ line_id: lineOf(order), quantity: '11' }]);
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    { 'lines.0.quantity': ['At most 10 can be received.'] },
  ]);
  expect(await app.digest()).toBe(before);
  const settings = { approval_limit: null, over_receipt_percent: '10' };
  await admin.call(purchasingSettings.update, { body: settings });
  expect((await receive(order.id, [{ line_id: lineOf(order), quantity: '11.001' }])).status).toBe(422);
  const taken = await receive(order.id, [{ line_id: lineOf(order), quantity: '11' }]);
  expect(taken.reply).toMatchObject({ status: 'completed', total_net: 1100 });
  await admin.call(purchasingSettings.update, { body: { ...settings, over_receipt_percent: '0' } });
  await holds();
});

test('I2 L1 goods received go into stock at their net value, in the buying unit times its factor, and are accrued', async () => {
  const box = await someUnit(app.db, 'Box');
  const product = await someProduct(app.db, { buying_unit_id: box, buying_factor: 12_000 as never });
  const order = await sent([
    { product_id: product, quantity: '3', unit_price: '5.00', discount_percent: '10' },
  ]);
  const accrued = await balanceOf(app.db, '2110');
  await receive(order.id, [{ line_id: lineOf(order), quantity: '1' }]);
  await receive(order.id);
  const { rows } =
    await sql`select quantity::text, value_pence from stock_pools where product_id = ${product}`.execute(
      app.db,
    );
  expect(rows).toEqual([{ quantity: '36.000', value_pence: 1350 }]);
  expect((await balanceOf(app.db, '2110')) - accrued).toBe(-1350);
  await holds();
});

test('M7 parts of a line that does not divide add up to it to the penny', async () => {
  const [product] = await products(1);
  const order = await sent([
    { product_id: product, quantity: '3', unit_price: '0.33', discount_amount: '0.01' },
  ]);
  for (let piece = 0; piece < 3; piece++)
    await receive(order.id, [{ line_id: lineOf(order), quantity: '1' }]);
  const { receipts, lines } = await get(order.id);
  expect(receipts.reduce((sum, receipt) => sum + receipt.value, 0)).toBe(lines[0]?.net);
  await holds();
});

test('P1 closing short brings the total down to what came; reopening brings it back', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, unit_price: '2.00' }]);
  expect(
    (await admin.call(purchases.closeShort, { params: { id: order.id }, body: { reason: 'x' } })).status,
  ).toBe(409);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const closed = await admin.call(purchases.closeShort, {
    params: { id: order.id },
    body: { reason: 'Sold out' },
  });
  expect(closed.reply).toMatchObject({ status: 'completed', total_net: 800, total_amount: 960 });
  const reopened = await admin.call(purchases.reopen, {
    params: { id: order.id },
    body: { reason: 'Found more' },
  });
  expect(reopened.reply).toMatchObject({ status: 'received', total_net: 2000 });
  await holds();
});

test('an order that was sent is revised, never below what came, and its history is kept', async () => {
  const [one, other] = await products(2);
  const order = await sent([{ product_id: one }, { product_id: other }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const { version } = await get(order.id);
  const body = (lines: object[]) => ({
    supplier_id: order.supplier.id,
    version,
    revision_reason: 'New price',
    lines,
  });
  const line = (more: object) => ({
    id: lineOf(order),
    product_id: one,
    quantity: '10',
    unit_price: '1.00',
    ...more,
  });
  const update = (lines: object[]) =>
    admin.call(purchases.update, { params: { id: order.id }, body: body(lines) });
  expect((await update([line({ quantity: '3' })])).refusal.errors).toHaveProperty(['lines.0.quantity']);
  expect((await update([])).status).toBe(409);
  const revised = await update([line({ unit_price: '1.50' })]);
  expect(revised.reply).toMatchObject({
    revision: 2,
    total_net: 1500,
    revisions: [{ revision: 2, total_before: 2400, total_after: 1800, reason: 'New price' }],
  });
  expect((await update([line({})])).status).toBe(409);
  await receive(order.id);
  expect((await get(order.id)).receipts.map(receipt => receipt.value)).toEqual([400, 900]);
  await holds();
});

test('above the limit somebody else than the author approves before an order is sent', async () => {
  const settings = { approval_limit: '5.00', over_receipt_percent: '0' };
  await admin.call(purchasingSettings.update, { body: settings });
  const order = await draft([{ description: 'Dear' }]);
  const send = () => admin.call(purchases.markSent, { params: { id: order.id } });
  expect((await send()).refusal.message).toContain('approved by somebody else');
  expect((await admin.call(purchases.approve, { params: { id: order.id } })).refusal.message).toContain(
    'of their own',
  );
  const other = await app.as('approve_purchaseorder', 'view_purchaseorder');
  expect((await other.call(purchases.approve, { params: { id: order.id } })).status).toBe(200);
  expect((await send()).reply.status).toBe('sent');
  await admin.call(purchasingSettings.update, { body: { ...settings, approval_limit: null } });
});

test('V18 A10 a bill clears what was accrued, with VAT as printed, and is due by the supplier’s terms', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '3', unit_price: '3.33' }]);
  await receive(order.id);
  const before = { owed: await balanceOf(app.db, '2100'), vat: await balanceOf(app.db, '2201') };
  const { reply } = await bill(order.id, [{ line_id: lineOf(order), quantity: '3', vat: '1.99' }]);
  expect(reply.bills).toMatchObject([{ net: 999, vat: 199, gross: 1198, difference: 0, outstanding: 1198 }]);
  expect((await balanceOf(app.db, '2100')) - before.owed).toBe(-1198);
  expect((await balanceOf(app.db, '2201')) - before.vat).toBe(199);
  await holds();
});

test('I11 a price difference goes to the stock that is left, and the rest to variance', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const ret = await admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0, quantity: '2' }],
    },
  });
  expect(ret.status).toBe(200);
  const variance = await balanceOf(app.db, '5110');
  const off = await bill(order.id, [{ line_id: lineOf(order), quantity: '8', net: '10.50' }]);
  expect(off.refusal.errors).toHaveProperty('accept_difference');
  await bill(order.id, [{ line_id: lineOf(order), quantity: '8', net: '8.80' }]);
  const { rows } = await sql`select value_pence from stock_pools where product_id = ${product}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ value_pence: 880 }]);
  expect((await balanceOf(app.db, '5110')) - variance).toBe(0);
  await holds();
});

test('a bill number of one supplier is entered once, and only what was received is billed', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const much = await bill(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
  expect(much.refusal.errors?.['lines.0.quantity']?.[0]).toContain('Only 4');
  const number = { supplier_bill_number: 'INV 77' };
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }], number)).status).toBe(200);
  const again = await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }], {
    supplier_bill_number: 'inv 77',
  });
  expect(again.refusal.errors?.supplier_bill_number?.[0]).toContain('entered before');
  await holds();
});

test('I6 P8 a return of billed goods posts a credit note with the bill’s figures; stock goes out at its average', async () => {
  const [product] = await products(1);
  const first = await sent([{ product_id: product, unit_price: '1.00' }]);
  await receive(first.id);
  const order = await sent([{ product_id: product, unit_price: '2.00' }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  const variance = await balanceOf(app.db, '5110');
  const receiptLine = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const back = await admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Wrong colour', lines: [{ receipt_line_id: receiptLine, quantity: '1' }] },
  });
  // Average 1.50, credited 2.00 net: half a pound less was lost than was credited.
  expect(back.reply).toMatchObject({
    credited_amount: 240,
    returns: [{ gross: 240, credit_number: expect.stringMatching(/^SCN-/) }],
  });
  expect((await balanceOf(app.db, '5110')) - variance).toBe(-50);
  expect(back.reply.bills[0]?.outstanding).toBe(2400 - 240);
  const supplier = (await admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(supplier.summary).toMatchObject({ total_purchase_amount: 2160, outstanding_amount: 2160 });
  const more = await admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'More', lines: [{ receipt_line_id: receiptLine, quantity: '9.001' }] },
  });
  expect(more.status).toBe(422);
  await holds();
});

test('a return before the bill takes the accrual back, and the goods are outstanding again', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const receiptLine = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const accrued = await balanceOf(app.db, '2110');
  const back = await admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id: receiptLine, quantity: '3' }] },
  });
  expect(back.reply).toMatchObject({
    status: 'received',
    credited_amount: 0,
    returns: [{ credit_number: null }],
  });
  expect(back.reply.lines[0]).toMatchObject({ received: 7000, outstanding: 3000 });
  expect((await balanceOf(app.db, '2110')) - accrued).toBe(300);
  await holds();
});

test('I2 M6 landed cost is spread over a receipt with no penny lost; goods that went bear theirs as variance', async () => {
  const [one, other] = await products(2);
  const order = await sent([
    { product_id: one, quantity: '3' },
    { product_id: other, quantity: '3', unit_price: '2.00' },
  ]);
  await receive(order.id);
  const receipt_id = (await get(order.id)).receipts[0]?.id ?? 0;
  const carrier = await someSupplier(app.db, 'Carrier');
  const { status } = await admin.call(purchases.landedCost, {
    params: { id: order.id },
    body: {
      receipt_id,
      supplier_id: carrier,
      supplier_bill_number: 'FR-1',
      bill_date: today,
      net: '1.00',
      vat: '0.20',
      basis: 'value',
    },
  });
  expect(status).toBe(200);
  const { rows } = await sql<{ value_pence: number }>`
    select value_pence from stock_pools where product_id in (${one}, ${other}) order by product_id`.execute(
    app.db,
  );
  expect(rows.map(row => row.value_pence)).toEqual([333, 667]);
  await holds();
});

test('P4 P5 parts are paid until nothing is outstanding; more is refused with the most, or kept as credit when meant', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  expect((await pay(order, '5.00')).reply).toMatchObject({
    status: 'completed',
    number: expect.stringMatching(/^PAY-/),
  });
  expect(await get(order.id)).toMatchObject({
    paid_amount: 500,
    outstanding_amount: 700,
    paid_status: 'remaining',
  });
  const much = await pay(order, '7.01');
  expect(much.refusal.errors?.['allocations.0.amount']?.[0]).toContain('At most £7.00');
  const meant = await pay(order, '10.00', { confirm_excess: true });
  expect(meant.reply).toMatchObject({ amount: 1000, allocated_amount: 700 });
  expect(await get(order.id)).toMatchObject({
    paid_amount: 1200,
    outstanding_amount: 0,
    paid_status: 'paid',
  });
  const supplier = (await admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(supplier.summary).toMatchObject({
    total_paid_amount: 1500,
    outstanding_amount: -300,
    total_transactions: 2,
  });
  await holds();
});

test('W4 a deposit waits for the bill and settles it; one payment covers several orders', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await pay(order, '4.00');
  await receive(order.id);
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  expect(billed.reply.bills[0]?.outstanding).toBe(800);
  const second = await draft([{ product_id: product }], { supplier_id: order.supplier.id });
  await admin.call(purchases.markSent, { params: { id: second.id } });
  const both = await admin.call(payments.create, {
    body: {
      supplier_id: order.supplier.id,
      amount: '11.00',
      payment_method: 'cheque',
      reference_number: '000123',
      allocations: [
        { purchase_order_id: order.id, amount: '8.00' },
        { purchase_order_id: second.id, amount: '3.00' },
      ],
    },
  });
  expect(both.reply.allocations).toHaveLength(2);
  expect((await get(order.id)).bills[0]?.outstanding).toBe(0);
  const { transactions } = (await admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply
    .payments_directory;
  expect(transactions.map(row => row.po_number)).toContain(`${order.po_number}, ${second.po_number}`);
  await holds();
});

test('L2 a pending payment posts nothing; it is confirmed, fails, or is cancelled once', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const bank = await balanceOf(app.db, '1020');
  const pending = async () => (await pay(order, '2.00', { status: 'pending' })).reply.id;
  const [good, bad] = [await pending(), await pending()];
  expect([await balanceOf(app.db, '1020'), (await get(order.id)).paid_amount]).toEqual([bank, 0]);
  expect((await admin.call(payments.complete, { params: { id: good }, body: {} })).reply.status).toBe(
    'completed',
  );
  expect(
    (await admin.call(payments.fail, { params: { id: bad }, body: { reason: 'Bounced' } })).reply.status,
  ).toBe('failed');
  expect((await admin.call(payments.complete, { params: { id: bad }, body: {} })).status).toBe(409);
  expect((await balanceOf(app.db, '1020')) - bank).toBe(-200);
  const reversed = await admin.call(payments.cancel, {
    params: { id: good },
    body: { reason: 'Paid twice' },
  });
  expect(reversed.reply.status).toBe('cancelled');
  expect([(await balanceOf(app.db, '1020')) - bank, (await get(order.id)).paid_amount]).toEqual([0, 0]);
  expect(
    (await admin.call(payments.cancel, { params: { id: good }, body: { reason: 'Again' } })).status,
  ).toBe(409);
  const plain = await app.as('create_payment');
  const other = (await pay(order, '1.00')).reply.id;
  expect((await plain.call(payments.cancel, { params: { id: other }, body: { reason: 'x' } })).status).toBe(
    403,
  );
  await holds();
});

test('P4 a refund takes back what was paid on an order, never more', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await pay(order, '6.00');
  expect((await pay(order, '6.01', { direction: 'in' })).status).toBe(422);
  expect((await pay(order, '2.00', { direction: 'in' })).status).toBe(200);
  expect(await get(order.id)).toMatchObject({ paid_amount: 400 });
  await holds();
});

test('R12 of twenty receipts of everything at once one is booked, and of twenty payments of the rest one is taken', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const receipts = await Promise.all(Array.from({ length: 20 }, () => receive(order.id)));
  expect(receipts.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(19).fill(409),
  ]);
  const paid = await Promise.all(Array.from({ length: 20 }, () => pay(order, '12.00')));
  expect(paid.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(19).fill(422),
  ]);
  expect((await get(order.id)).receipts).toHaveLength(1);
  await holds();
});

test('D5 a receipt is not dated into a locked period, and changes nothing', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await sql`update books_lock set locked_through = '2026-01-31'`.execute(app.db);
  const before = await app.digest();
  const refused = await receive(order.id, undefined, {
    business_date: '2026-01-31',
    date_reason: 'Late paper',
  });
  expect(refused.refusal.errors?.business_date?.[0]).toContain('locked through 31 Jan 2026');
  expect(await app.digest()).toBe(before);
});

test('P6 P7 P9 P10 P11 drafts and cancelled orders count nowhere; money counts whatever it was for', async () => {
  const supplier_id = await someSupplier(app.db, 'Counted');
  const make = async (unit_price: string) => {
    const { reply } = await admin.call(purchases.create, {
      body: { supplier_id, lines: [{ description: 'Goods', quantity: '1', unit_price }] },
    });
    return reply.id;
  };
  const [, open, cancelled] = [await make('1.00'), await make('10.00'), await make('100.00')];
  for (const id of [open, cancelled]) await admin.call(purchases.markSent, { params: { id } });
  await admin.call(purchases.cancel, { params: { id: cancelled }, body: { reason: 'x' } });
  await admin.call(payments.create, { body: { supplier_id, amount: '3.00', payment_method: 'cash' } });
  await admin.call(payments.create, {
    body: { supplier_id, amount: '5.00', payment_method: 'cash', status: 'pending' },
  });
  const { summary } = (await admin.call(suppliers.get, { params: { id: supplier_id } })).reply;
  expect(summary).toMatchObject({
    total_purchase_orders: 1,
    active_orders: 1,
    completed_orders: 0,
    total_transactions: 2,
    total_purchase_amount: 1200,
    total_paid_amount: 300,
    outstanding_amount: 900,
    last_purchase_date: today,
  });
});

test('purchased lines show what is late, part received, and received but not billed', async () => {
  const [product] = await products(1);
  const order = await draft([{ product_id: product, description: 'Unusual thing' }], {
    order_date: '2026-01-05',
    expected_delivery_date: '2026-01-10',
  });
  await admin.call(purchases.markSent, { params: { id: order.id } });
  const find = async (state?: string) =>
    (await admin.call(purchased.list, { query: { search: 'unusual', ...(state ? { state } : {}) } })).reply
      .data.length;
  expect([await find(), await find('late'), await find('part_received')]).toEqual([1, 1, 0]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  expect([await find('part_received'), await find('received_not_billed')]).toEqual([1, 1]);
  const list = await admin.call(purchases.list, { query: { late: 'yes' } });
  expect(list.reply.data.map(row => row.po_number)).toContain(order.po_number);
});

test('P12 a supplier or product with orders is not deleted; only drafts are', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  expect((await admin.call(suppliers.remove, { params: { id: order.supplier.id } })).status).toBe(409);
  expect((await admin.call(purchases.remove, { params: { id: order.id } })).status).toBe(409);
  const second = await draft([{ product_id: product }]);
  const clone = await admin.call(purchases.clone, { params: { id: second.id } });
  expect(clone.reply).toMatchObject({ status: 'draft', total_amount: second.total_amount });
  expect((await admin.call(purchases.remove, { params: { id: second.id } })).status).toBe(200);
});
