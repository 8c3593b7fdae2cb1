import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { someProduct, someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const { draft, sent, products, get, receive, bill, pay } = orderDesk(() => ({ app, admin }));
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
])('a wrong %s is refused at its field, and nothing is added', async (field, wrong) => {
  const supplier_id = await someSupplier(app.db);
  const before = await app.digest();
  const { status, refusal } = await admin.call(purchases.create, {
    body: { supplier_id, lines: [], ...wrong },
  });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

test('P2 draft, sent, received, completed: payment is not a condition', async () => {
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

test('P2 an empty order cannot be sent; a cancelled one cannot be received, billed or paid', async () => {
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

test('P3 more than was ordered is refused and changes nothing; the tolerance is accepted', async () => {
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

test('P1 P3 an order of which more was received, within the tolerance, can still be revised', async () => {
  const [product = 0] = await products(1);
  const settings = { approval_limit: null, over_receipt_percent: '10' };
  await admin.call(purchasingSettings.update, { body: settings });
  const order = await sent([{ product_id: product }, { description: 'Fitting', quantity: '1' }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '11' }]);
  await admin.call(purchasingSettings.update, { body: { ...settings, over_receipt_percent: '0' } });
  const revise = (quantity: string) =>
    admin.call(purchases.update, {
      params: { id: order.id },
      body: {
        supplier_id: order.supplier.id,
        expected_delivery_date: '2099-01-31',
        lines: [
          { id: lineOf(order), product_id: product, quantity, unit_price: '1.00' },
          { id: lineOf(order, 1), description: 'Fitting', quantity: '1', unit_price: '2.00' },
        ],
      },
    });
  expect((await revise('9')).refusal.errors).toEqual({
    'lines.0.quantity': ['11 have been received, so you cannot order fewer than 10.'],
  });
  // Eleven received at £1.00, and fitting at £2.00.
  expect((await revise('10')).reply).toMatchObject({ status: 'received', total_net: 1300 });
  expect((await revise('12')).reply).toMatchObject({ status: 'received', total_net: 1400 });
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

test('M7 partial receipts of a line that does not divide evenly add up to the penny', async () => {
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

test('P1 closing short drops the total to what was received; reopening restores it', async () => {
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

test('A6 a sent order can be revised, never below what was received, and its history is kept', async () => {
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
  // Twice the same line would count twice and be stored once (A6).
  expect((await update([line({}), line({})])).refusal.errors).toHaveProperty(['lines.1.id']);
  expect((await update([line({ id: lineOf(order, 1) + 1000 })])).refusal.errors).toHaveProperty([
    'lines.0.id',
  ]);
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

test('above the limit another person than the author approves before an order is sent', async () => {
  const settings = { approval_limit: '5.00', over_receipt_percent: '0' };
  await admin.call(purchasingSettings.update, { body: settings });
  // As long as no one else can, the author approves their own order (F33).
  const other = await app.as('approve_purchaseorder', 'view_purchaseorder');
  const order = await draft([{ description: 'Dear' }]);
  const send = () => admin.call(purchases.markSent, { params: { id: order.id } });
  expect((await send()).refusal.message).toContain('need approval before they are sent');
  expect((await admin.call(purchases.approve, { params: { id: order.id } })).refusal.message).toContain(
    'someone else must approve it',
  );
  expect((await other.call(purchases.approve, { params: { id: order.id } })).status).toBe(200);
  expect((await send()).reply.status).toBe('sent');
  await admin.call(purchasingSettings.update, { body: { ...settings, approval_limit: null } });
});

test('D5 a receipt cannot be dated in a locked period, and changes nothing', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await sql`update books_lock set locked_through = '2026-01-31'`.execute(app.db);
  const before = await app.digest();
  const refused = await receive(order.id, undefined, {
    business_date: '2026-01-31',
    date_reason: 'Late paper',
  });
  expect(refused.refusal.errors?.business_date?.[0]).toContain('locked up to 31 Jan 2026');
  expect(await app.digest()).toBe(before);
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

test('P12 a supplier or product with orders cannot be deleted; only drafts can', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  expect((await admin.call(suppliers.remove, { params: { id: order.supplier.id } })).status).toBe(409);
  expect((await admin.call(purchases.remove, { params: { id: order.id } })).status).toBe(409);
  const second = await draft([{ product_id: product }]);
  const duplicate = await admin.call(purchases.duplicate, { params: { id: second.id } });
  expect(duplicate.reply).toMatchObject({ status: 'draft', total_amount: second.total_amount });
  expect((await admin.call(purchases.remove, { params: { id: second.id } })).status).toBe(200);
});

test('F15 a line discount above the line amount is refused at its field; a full discount is accepted', async () => {
  const supplier_id = await someSupplier(app.db);
  const line = { description: 'Chairs', quantity: '3', unit_price: '1.00' };
  const add = (discount_amount: string) =>
    admin.call(purchases.create, { body: { supplier_id, lines: [{ ...line, discount_amount }] } });
  const refused = await add('3.01');
  expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([
    422,
    ['lines.0.discount_amount'],
  ]);
  expect((await add('3.00')).reply.total_amount).toBe(0);
  // A program may send £2.50 like this: a figure that cannot be read is not compared with the line.
  const unread = await app.app.inject({
    method: 'POST',
    url: '/api/purchases',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { supplier_id, lines: [{ ...line, discount_amount: '2.5' }] },
  });
  expect([unread.statusCode, unread.json().errors]).toEqual([
    422,
    { 'lines.0.discount_amount': ['Enter an amount in pounds with two decimals, such as 12.50.'] },
  ]);
});

test('F18 a draft has no outstanding amount in the export, as on its page', async () => {
  const order = await draft([{ description: 'Unpaid plates' }]);
  const { raw } = await admin.call(purchases.export, { query: { format: 'csv', search: order.po_number } });
  // Total £12.00, nothing credited, paid or outstanding.
  expect(raw.toString('utf8')).toMatch(/,12\.00,0\.00,0\.00,,/);
});
