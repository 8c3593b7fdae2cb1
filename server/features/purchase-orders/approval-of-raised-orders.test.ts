import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { breachesOf } from '../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let buyer: Caller;
let manager: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  buyer = await app.as(
    'view_purchaseorder',
    'create_purchaseorder',
    'edit_purchaseorder',
    'send_purchaseorder',
    'receive_purchaseorder',
  );
  manager = await app.as('approve_purchaseorder', 'view_purchaseorder', 'edit_purchaseorder');
});
afterAll(() => app.close());
beforeEach(() => limit('500.00'));

const desk = orderDesk(() => ({ app, admin: buyer }));
const limit = (approval_limit: string | null) =>
  admin.call(purchasingSettings.update, { body: { approval_limit, over_receipt_percent: '0' } });
const reopen = (id: number, by: Caller) =>
  by.call(purchases.reopen, { params: { id }, body: { reason: 'They found more' } });
const approvalsOf = async (id: number) => {
  const { rows } = await sql<{ upTo: number }>`
    select up_to_pence as "upTo" from document_approvals
    where document_type = 'purchase_order' and document_id = ${id} order by id`.execute(app.db);
  return rows.map(({ upTo }) => upTo);
};
/** Ten of a zero-rated kind at this price. */
const ten = (description: string, unit_price: string) => ({
  description,
  quantity: '10',
  unit_price,
  vat_code: 'Z' as const,
});
async function sentBy(by: Caller, lines: object[]): Promise<Order> {
  const { id } = await orderDesk(() => ({ app, admin: by })).draft(lines);
  return (await admin.call(purchases.markSent, { params: { id } })).reply;
}

test('P15 what is closed short keeps its quantity and price until the order is reopened', async () => {
  const order = await sentBy(buyer, [ten('Chairs', '20.00'), ten('Tables', '20.00')]);
  const received = await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '10' }], {
    close_short: true,
  });
  await buyer.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Wrong colour',
      lines: [{ receipt_line_id: received.reply.receipts[0]?.lines[0]?.id ?? 0, quantity: '10' }],
    },
  });
  expect(await desk.get(order.id)).toMatchObject({ status: 'sent', total_amount: 20_000 });
  const before = await app.digest();
  const edit = async (tables: object) => {
    const { refusal } = await buyer.call(purchases.update, {
      params: { id: order.id },
      body: {
        supplier_id: order.supplier.id,
        lines: [
          { id: lineOf(order), ...ten('Chairs', '20.00') },
          { id: lineOf(order, 1), ...ten('Tables', '20.00'), ...tables },
        ],
      },
    });
    return refusal?.errors;
  };
  expect(await edit({ quantity: '5000' })).toEqual({
    'lines.1.quantity': ['Tables is closed short. Reopen the order before you change this.'],
  });
  expect(await edit({ unit_price: '9000.00' })).toHaveProperty(['lines.1.unit_price']);
  expect(await edit({ discount_percent: '10' })).toHaveProperty(['lines.1.discount_percent']);
  expect(await app.digest()).toBe(before);
  expect(await edit({ description: 'Round tables' })).toBeUndefined();
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 reopening above the limit is an approval, by another person than the author, and it is recorded', async () => {
  await limit(null);
  const dear = [ten('Chairs', '90.00')];
  const orders = [await sentBy(admin, dear), await sentBy(buyer, dear)];
  for (const order of orders) {
    await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '4' }], { close_short: true });
    expect(await desk.get(order.id)).toMatchObject({ status: 'completed', total_amount: 36_000 });
  }
  await limit('500.00');
  const [own, other] = orders.map(({ id }) => id) as [number, number];
  const before = await app.digest();
  const refused = await reopen(own, admin);
  expect([refused.status, refused.refusal?.message]).toEqual([
    409,
    'You entered this order, so someone else must approve it.',
  ]);
  expect(await app.digest()).toBe(before);
  expect((await reopen(own, manager)).reply).toMatchObject({ status: 'received', total_amount: 90_000 });
  expect((await app.audits())[0]).toMatchObject({
    action: 'reopened',
    before: { total_pence: 36_000 },
    after: { total_pence: 90_000 },
  });
  expect((await reopen(other, admin)).status).toBe(200);
  expect([await approvalsOf(own), await approvalsOf(other)]).toEqual([[90_000], [90_000]]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 reopening within the limit or what was approved needs no one else; the database refuses more', async () => {
  const order = await sentBy(admin, [ten('Chairs', '50.00')]);
  await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '4' }], { close_short: true });
  await expect(
    sql`update purchase_orders set status = 'received', total_pence = 50001 where id = ${order.id}`.execute(
      app.db,
    ),
  ).rejects.toThrow('above what was approved');
  expect((await reopen(order.id, admin)).reply).toMatchObject({ total_amount: 50_000 });
  expect(await approvalsOf(order.id)).toEqual([]);
});

test('P15 a bill that takes an order above the limit and its approval is recorded by someone who can approve it', async () => {
  const order = await sentBy(buyer, [ten('Chairs', '49.00')]);
  await desk.receive(order.id);
  const bill = (net: string, by: Caller, more: object = {}) =>
    orderDesk(() => ({ app, admin: by })).bill(
      order.id,
      [{ line_id: lineOf(order), quantity: '10', net, ...more }],
      { accept_difference: true },
    );
  const before = await app.digest();
  const refused = await bill('50000.00', buyer);
  expect([refused.status, refused.refusal?.errors?.accept_difference?.[0]]).toEqual([
    422,
    `With this bill £50,000.00 is owed on ${order.po_number}, which is above the approved amount. Check the bill. Someone who can approve orders must record it.`,
  ]);
  // The VAT on a bill is owed too.
  expect((await bill('490.00', buyer, { vat: '4000.00' })).refusal.errors).toHaveProperty(
    'accept_difference',
  );
  expect(await app.digest()).toBe(before);
  expect((await bill('50000.00', manager)).status).toBe(200);
  expect(await approvalsOf(order.id)).toEqual([5_000_000]);
  const small = await sentBy(buyer, [ten('Stools', '40.00')]);
  await desk.receive(small.id);
  const within = await desk.bill(small.id, [{ line_id: lineOf(small), quantity: '10', net: '500.00' }], {
    accept_difference: true,
  });
  expect(within.status).toBe(200);
  expect(await approvalsOf(small.id)).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});
