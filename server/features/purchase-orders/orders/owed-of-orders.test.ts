import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { breachesOf } from '../../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const { sent, products, get, receive, bill, pay } = orderDesk(() => ({ app, admin }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

/** The outstanding amount of an order, its supplier's only one, in every place that shows it. */
async function readers(order: Order) {
  const row = (await admin.call(purchases.list, { query: { supplier_id: String(order.supplier.id) } })).reply
    .data[0];
  const { summary, purchaseOrders } = (await admin.call(suppliers.get, { params: { id: order.supplier.id } }))
    .reply;
  const page = await get(order.id);
  const owed = [page.outstanding_amount, row?.outstanding_amount, summary.outstanding_amount];
  const states = [page.paid_status, row?.paid_status, purchaseOrders[0]?.paid_status];
  return { owed: [...new Set(owed)], states: [...new Set(states)] };
}
const exported = async (order: Order): Promise<string> => {
  const { raw } = await admin.call(purchases.export, { query: { supplier_id: String(order.supplier.id) } });
  return raw.toString('utf8');
};

/** Ten at £10 plus VAT: £120. */
async function hundredTwenty(): Promise<Order> {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await receive(order.id);
  return order;
}

test('F04 P4 a bill above its order is owed in full, and the order is paid only when that is paid', async () => {
  const order = await hundredTwenty();
  await pay(order, '120.00');
  expect(await readers(order)).toEqual({ owed: [0], states: ['paid'] });
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '106.00', vat: '21.20' }], {
    accept_difference: true,
  });
  expect(await get(order.id)).toMatchObject({ total_amount: 12_000, owed_amount: 12_720 });
  expect(await readers(order)).toEqual({ owed: [720], states: ['remaining'] });
  expect(await exported(order)).toContain('7.20');
  const tooMuch = await pay(order, '7.21');
  expect(tooMuch.refusal.message).toContain('Only £7.20');
  expect((await pay(order, '7.20')).status).toBe(200);
  expect(await readers(order)).toEqual({ owed: [0], states: ['paid'] });
  await holds();
});

test('F04 P4 P10 a bill below its order leaves nothing outstanding', async () => {
  const order = await hundredTwenty();
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '90.00', vat: '18.00' }], {
    accept_difference: true,
  });
  expect(await readers(order)).toEqual({ owed: [10_800], states: ['remaining'] });
  expect((await pay(order, '120.00')).refusal.message).toContain('Only £108.00');
  await pay(order, '108.00');
  expect(await readers(order)).toEqual({ owed: [0], states: ['paid'] });
  const { summary } = (await admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(summary).toMatchObject({ total_purchase_amount: 10_800, total_paid_amount: 10_800 });
  await holds();
});

test('F04 P4 part billed, the rest counts at order prices; also after reversal, closing short and return', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '6' }]);
  // Four of ten billed £1 higher each: £52.80, and six of ten at £12.
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '4', net: '44.00' }], {
    accept_difference: true,
  });
  expect(await readers(order)).toEqual({ owed: [5_280 + 7_200], states: ['remaining'] });
  await admin.call(purchases.closeShort, { params: { id: order.id }, body: { reason: 'Out of range' } });
  // Two of the six received are not billed.
  expect(await readers(order)).toEqual({ owed: [5_280 + 2_400], states: ['remaining'] });
  await holds();
  await admin.call(purchases.reverseBill, {
    params: { id: order.id, bill_id: billed.reply.bills[0]?.id ?? 0 },
    body: { reason: 'Wrong' },
  });
  expect(await readers(order)).toEqual({ owed: [7_200], states: ['remaining'] });
  // All of it billed at a higher price and returned: the credit exceeds the order.
  await bill(order.id, [{ line_id: lineOf(order), quantity: '6', net: '90.00' }], {
    accept_difference: true,
  });
  const back = await admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'All broken',
      lines: [{ receipt_line_id: (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0, quantity: '6' }],
    },
  });
  expect(back.reply).toMatchObject({ credited_amount: 10_800, total_amount: 7_200, owed_amount: 10_800 });
  expect(await readers(order)).toEqual({ owed: [0], states: ['paid'] });
  await holds();
});

test('F04 the dashboard agrees with orders and bills, and the supplier list filters by outstanding', async () => {
  const before = (await admin.call(dashboard.show)).reply.suppliers?.outstanding_amount ?? 0;
  const order = await hundredTwenty();
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '106.00', vat: '21.20' }], {
    accept_difference: true,
  });
  expect((await admin.call(dashboard.show)).reply.suppliers?.outstanding_amount).toBe(before + 12_720);
  await pay(order, '120.00');
  const remaining = await admin.call(purchases.list, {
    query: { supplier_id: String(order.supplier.id), paid_status: 'remaining' },
  });
  expect(remaining.reply.data.map(({ id }) => id)).toEqual([order.id]);
});

test('F04 A6 the check finds an order marked paid with an open bill, and totals that differ from its bills', async () => {
  const order = await hundredTwenty();
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '106.00', vat: '21.20' }], {
    accept_difference: true,
  });
  await pay(order, '120.00');
  await holds();
  await sql`update purchase_orders set billed_pence = billed_pence - 720 where id = ${order.id}`.execute(
    app.db,
  );
  const found = (await breachesOf(app.db)).join('; ');
  expect(found).toContain(`${order.po_number}: bills of £127.20, stored as £120.00`);
  expect(found).toContain(
    `${order.po_number}: £0.00 outstanding, but £7.20 of its bills is open, with only £0.00 of credit to settle it`,
  );
  await sql`update purchase_orders set billed_pence = billed_pence + 720, billed_at_order_pence = 0 where id = ${order.id}`.execute(
    app.db,
  );
  expect((await breachesOf(app.db)).join('; ')).toContain(
    '£247.20 owed, but billed and unbilled goods make it £127.20',
  );
  await sql`update purchase_orders set billed_at_order_pence = 12000 where id = ${order.id}`.execute(app.db);
  await holds();
});
