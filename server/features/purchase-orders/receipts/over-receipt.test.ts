import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { type Approver, someApprovals } from '../../../../tests/support/approvals';
import { breachesOf } from '../../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let clerk: Caller;
let manager: Approver;
let approvals: ReturnType<typeof someApprovals>;
const desk = orderDesk(() => ({ app, admin }));
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  approvals = someApprovals(app);
  clerk = await app.as('view_purchaseorder', 'receive_purchaseorder');
  manager = await approvals.approver('view_purchaseorder', 'approve_purchaseorder');
});
afterAll(() => app.close());

/** Ten of a new product at £1.00, sent. */
async function ordered(): Promise<Order> {
  const [product_id] = await desk.products(1);
  return desk.sent([{ product_id }]);
}

const receive = (order: Order, quantity: string, more: object, who: Caller = clerk) =>
  who.call(purchases.receive, {
    params: { id: order.id },
    body: { lines: [{ line_id: lineOf(order), quantity }], ...more },
  });

const approvalsOf = async (order: Order) => {
  const { rows } = await sql<{ kind: string; approved_by: number }>`
    select a.kind, a.approved_by from document_approvals a join goods_received_notes g on g.id = a.document_id
    where a.document_type = 'goods_received_note' and g.purchase_order_id = ${order.id}`.execute(app.db);
  return rows;
};

test('A10 P3 P15 more than was ordered is received with the PIN of someone who may approve orders, this delivery once', async () => {
  const order = await ordered();
  const client_id = randomUUID();
  const more = { accept_over_receipt: true, client_id };
  const refused = await receive(order, '10.5', more);
  const needs = approvals.needsOf(refused);
  expect(needs).toMatchObject([
    { kind: 'over_receipt', order_id: order.id, line_id: lineOf(order), quantity: '10.5', above: '0.5' },
  ]);
  const given = await approvals.give(clerk, manager, client_id, needs);
  const ids = given.reply.approvals;
  expect((await receive(order, '11', { ...more, approvals: ids })).status).toBe(403);
  expect((await receive(order, '10.5', { client_id, approvals: ids })).refusal.errors).toEqual({
    'lines.0.quantity': ['At most 10 can be received.'],
  });
  const { reply, refusal } = await receive(order, '10.5', { ...more, approvals: ids });
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({ status: 'completed', lines: [{ received: 10_500 }] });
  expect(await approvalsOf(order)).toEqual([{ kind: 'over_receipt', approved_by: manager.userId }]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'received',
    after: { above_order: [`0.5 × ${reply.lines[0]?.description}`], approved_by: [manager.userId] },
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A10 someone who may approve orders receives more themselves, but only by saying so', async () => {
  const order = await ordered();
  const buyer = await app.as('view_purchaseorder', 'receive_purchaseorder', 'approve_purchaseorder');
  expect((await receive(order, '12', {}, buyer)).status).toBe(422);
  const { reply } = await receive(order, '12', { accept_over_receipt: true }, buyer);
  expect(reply).toMatchObject({ status: 'completed', total_net: 1200 });
  expect(await approvalsOf(order)).toEqual([]);
  expect((await app.audits())[0]).toMatchObject({ after: { approved_by: [buyer.userId] } });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A10 P15 a delivery does not take an order above its limit without the approval of the order', async () => {
  const order = await ordered();
  const limit = (approval_limit: string | null) =>
    admin.call(purchasingSettings.update, { body: { approval_limit, over_receipt_percent: '0' } });
  await limit('15.00');
  try {
    const refused = await receive(order, '20', { accept_over_receipt: true }, admin);
    expect(refused.status).toBe(409);
    expect(refused.refusal.message).toContain('comes to £24.00');
    expect((await receive(order, '12', { accept_over_receipt: true }, admin)).status).toBe(200);
  } finally {
    await limit(null);
  }
});

test('A10 P1 I2 goods above an order with a discount in pence are worth what they add to the order, however many deliveries', async () => {
  const [product_id] = await desk.products(1);
  // 10 × £10.00 less £20.00.
  const discounted = { product_id, quantity: '10', unit_price: '10.00', discount_amount: '20.00' };
  // The second line keeps the order open.
  const order = await desk.sent([discounted, { description: 'Delivery', quantity: '1', unit_price: '1.00' }]);
  expect(order.total_net).toBe(8100);
  for (const [quantity, worth] of [
    ['11', 9000],
    ['1.333', 10_333],
  ] as const) {
    const { reply } = await receive(order, quantity, { accept_over_receipt: true }, admin);
    expect(reply.total_net).toBe(worth + 100);
    const { rows } = await sql<{ value: number }>`
      select sum(value_pence)::int as value from goods_received_notes where purchase_order_id = ${order.id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ value: worth }]);
  }
  expect(await breachesOf(app.db)).toEqual([]);
});
