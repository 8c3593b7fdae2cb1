import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { balanceOf, breachesOf, someSupplier, fillSafe } from '../../../../tests/support/books';
import { lineOf, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ connections: 50 });
  await fillSafe(app.db);
  admin = await app.as('admin');
});
afterAll(() => app.close());

const { draft, sent, products, get, receive, bill, pay } = orderDesk(() => ({ app, admin }));
const today = londonDate(new Date());
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

test('P4 P5 part payments until nothing is outstanding; more is refused, or kept as credit when confirmed', async () => {
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
  const tooMuch = await pay(order, '7.01');
  expect(tooMuch.refusal.errors?.['allocations.0.amount']?.[0]).toContain('Only £7.00');
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

test('W4 a deposit stays unallocated until the bill and settles it; one payment covers several orders', async () => {
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

test('W4 P4 of a payment for two orders, each order’s bills settle its own share and no more', async () => {
  const [product] = await products(1);
  const first = await sent([{ product_id: product }]);
  const { id } = await draft([{ product_id: product }], { supplier_id: first.supplier.id });
  const second = (await admin.call(purchases.markSent, { params: { id } })).reply;
  await admin.call(payments.create, {
    body: {
      supplier_id: first.supplier.id,
      amount: '12.00',
      payment_method: 'bank_transfer',
      allocations: [
        { purchase_order_id: first.id, amount: '3.00' },
        { purchase_order_id: second.id, amount: '9.00' },
      ],
    },
  });
  await receive(first.id);
  await bill(first.id, [{ line_id: lineOf(first), quantity: '5' }]);
  await bill(first.id, [{ line_id: lineOf(first), quantity: '5' }]);
  // Two bills of £6.00: their order's £3.00 pays half of one.
  expect((await get(first.id)).bills.map(({ outstanding }) => outstanding)).toEqual([300, 600]);
  await receive(second.id);
  await bill(second.id, [{ line_id: lineOf(second), quantity: '10' }]);
  expect((await get(second.id)).bills[0]?.outstanding).toBe(300);
  await holds();
});

test('W6 a payment without an order settles the earliest due bill, and its order is paid by that amount', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await pay(order, '5.00', { allocations: [] });
  const after = await get(order.id);
  expect(after).toMatchObject({ paid_amount: 500, outstanding_amount: 700 });
  expect(after.bills[0]?.outstanding).toBe(700);
  await holds();
});

test('L2 a pending payment posts nothing; it is completed, failed or cancelled once', async () => {
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

const complete = (id: number, body: object = {}) => admin.call(payments.complete, { params: { id }, body });

test('P5 P4 a pending payment is checked against what is outstanding when it is confirmed', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const [first, second, third] = [
    (await pay(order, '8.00', { status: 'pending' })).reply.id,
    (await pay(order, '12.00', { status: 'pending' })).reply.id,
    (await pay(order, '12.00', { status: 'pending' })).reply.id,
  ];
  expect((await complete(first)).status).toBe(200);
  const bank = await balanceOf(app.db, '1020');
  const refused = await complete(second);
  expect([refused.status, refused.refusal?.errors?.confirm_excess?.[0]]).toEqual([
    422,
    `Only £4.00 is outstanding on ${order.po_number}. Confirm the excess to keep the rest as credit with the supplier.`,
  ]);
  expect(await balanceOf(app.db, '1020')).toBe(bank);
  const confirmed = await complete(second, { confirm_excess: true });
  expect(confirmed.reply).toMatchObject({ status: 'completed', amount: 1200, allocated_amount: 400 });
  expect((await complete(third)).refusal?.errors?.confirm_excess?.[0]).toContain('is paid in full');
  expect((await complete(third, { confirm_excess: true })).reply).toMatchObject({
    status: 'completed',
    allocated_amount: 0,
  });
  expect(await get(order.id)).toMatchObject({ paid_amount: 1200, outstanding_amount: 0 });
  const { summary } = (await admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(summary).toMatchObject({ total_paid_amount: 3200, outstanding_amount: -2000 });
  await holds();
});

test('P5 R12 of two pending payments confirmed at the same time, one is refused; a refund has its limit too', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const pending = async (amount: string, more: object = {}) =>
    (await pay(order, amount, { status: 'pending', ...more })).reply.id;
  const two = [await pending('12.00'), await pending('12.00')];
  const answers = await Promise.all(two.map(id => complete(id)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  const refunds = [await pending('8.00', { direction: 'in' }), await pending('8.00', { direction: 'in' })];
  expect((await complete(refunds[0] ?? 0)).status).toBe(200);
  const refused = await complete(refunds[1] ?? 0, { confirm_excess: true });
  expect([refused.status, refused.refusal?.message]).toEqual([
    409,
    `Only £4.00 has been paid on ${order.po_number}, so no more can be refunded.`,
  ]);
  expect(await get(order.id)).toMatchObject({ paid_amount: 400, outstanding_amount: 800 });
  await holds();
});

test('P4 a refund reverses what was paid on an order, never more', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await pay(order, '6.00');
  expect((await pay(order, '6.01', { direction: 'in' })).status).toBe(422);
  expect((await pay(order, '2.00', { direction: 'in' })).status).toBe(200);
  expect(await get(order.id)).toMatchObject({ paid_amount: 400 });
  await holds();
});

test('R12 of fifty full receipts at once one is posted, and of fifty final payments one is accepted', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const receipts = await Promise.all(Array.from({ length: 50 }, () => receive(order.id)));
  expect(receipts.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(49).fill(409),
  ]);
  const paid = await Promise.all(Array.from({ length: 50 }, () => pay(order, '12.00')));
  expect(paid.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(49).fill(422),
  ]);
  expect((await get(order.id)).receipts).toHaveLength(1);
  await holds();
});

test('P6 P7 P9 P10 P11 drafts and cancelled orders count nowhere; payments count whatever their purpose', async () => {
  const supplier_id = await someSupplier(app.db, 'Counted');
  const make = async (unit_price: string) => {
    const { reply } = await admin.call(purchases.create, {
      body: { supplier_id, lines: [{ description: 'Goods', quantity: '1', unit_price }] },
    });
    return reply.id;
  };
  const [unsent, open, cancelled] = [await make('1.00'), await make('10.00'), await make('100.00')];
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
  const listed = async (paid_status: string) =>
    (
      await admin.call(purchases.list, {
        query: { supplier_id: String(supplier_id), paid_status, sort_by: 'po_number', sort_order: 'asc' },
      })
    ).reply.data.map(({ id }) => id);
  expect(await listed('remaining')).toEqual([unsent, open]);
  expect(await listed('paid')).toEqual([]);
  expect(await listed('remaining,paid')).toEqual([unsent, open]);
});

test('F06 P14 a sent order with a deposit can be cancelled; the deposit stays as credit with the supplier', async () => {
  const order = await sent([{ description: 'Chairs', vat_code: 'Z' }]);
  const bank = await balanceOf(app.db, '1020');
  await pay(order, '4.00');
  const waiting = await pay(order, '6.00', { status: 'pending' });
  expect((await get(order.id)).can.cancel).toEqual({ allowed: true });
  const { status, reply } = await admin.call(purchases.cancel, {
    params: { id: order.id },
    body: { reason: 'They have closed' },
  });
  expect([status, reply.status, reply.paid_amount, reply.payments]).toEqual([200, 'cancelled', 0, []]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'cancelled',
    after: { credit_on_account_pence: 400 },
  });
  // The money has left the bank and stays unallocated on the supplier's ledger.
  expect((await balanceOf(app.db, '1020')) - bank).toBe(-400);
  const { rows } = await sql`select sum(amount_pence - allocated_pence)::int as open from party_items
    where supplier_id = ${order.supplier.id} and side = 'debit'`.execute(app.db);
  expect(rows).toEqual([{ open: 400 }]);
  const { summary } = (await admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(summary).toMatchObject({ total_paid_amount: 400, outstanding_amount: -400 });
  const confirmed = await admin.call(payments.complete, { params: { id: waiting.reply.id }, body: {} });
  expect([confirmed.status, confirmed.reply?.allocations]).toEqual([200, []]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F06 an order with goods received cannot be cancelled, and says why', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '1' }]);
  const { can } = await get(order.id);
  expect(can.cancel).toMatchObject({ allowed: false, reason: expect.stringContaining('close it short') });
});
