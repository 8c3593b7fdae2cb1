import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { inTransaction } from '../../../platform/database/transaction';
import { breachesOf } from '../../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

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

test('P2 P15 an order that is open again because goods were returned can be reopened, within what was approved', async () => {
  await limit(null);
  const order = await sentBy(buyer, [ten('Chairs', '30.00'), ten('Tables', '90.00')]);
  const received = await desk.receive(
    order.id,
    [
      { line_id: lineOf(order), quantity: '10' },
      { line_id: lineOf(order, 1), quantity: '1' },
    ],
    { close_short: true },
  );
  // £300.00 of chairs, and one table of ten at £90.00.
  expect(received.reply).toMatchObject({ status: 'completed', total_amount: 39_000 });
  await buyer.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Wrong colour',
      lines: [{ receipt_line_id: received.reply.receipts[0]?.lines[0]?.id ?? 0, quantity: '10' }],
    },
  });
  const open = (await manager.call(purchases.get, { params: { id: order.id } })).reply;
  expect([open.status, open.can.reopen.allowed]).toEqual(['received', true]);
  await limit('500.00');
  await expect(
    inTransaction(app.db, async tx => {
      await sql`update purchase_order_lines set is_closed = false, net_pence = 90000, gross_pence = 90000 where id = ${lineOf(order, 1)}`.execute(
        tx,
      );
      await sql`update purchase_orders set total_pence = 120000 where id = ${order.id}`.execute(tx);
    }),
  ).rejects.toThrow('above what was approved');
  expect((await reopen(order.id, manager)).reply).toMatchObject({
    status: 'received',
    total_amount: 120_000,
  });
  expect(await approvalsOf(order.id)).toEqual([120_000]);
  const again = await reopen(order.id, manager);
  expect(again.refusal?.message).toBe('No line of this order is closed short.');
  expect(await breachesOf(app.db)).toEqual([]);
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
  expect(await app.digest()).toBe(before);
  expect([refused.status, refused.refusal?.errors?.accept_difference?.[0]]).toEqual([
    422,
    `With this bill £50,000.00 is owed on ${order.po_number}, which is above the approved amount. Check the bill. Someone who can approve orders must record it.`,
  ]);
  // The VAT on a bill is owed too.
  const taxed = await sentBy(buyer, [{ ...ten('Lamps', '40.00'), vat_code: 'S' }]);
  await desk.receive(taxed.id);
  const withVat = await desk.bill(taxed.id, [{ line_id: lineOf(taxed), quantity: '10', net: '420.00' }], {
    accept_difference: true,
  });
  expect(withVat.refusal?.errors?.accept_difference?.[0]).toContain('With this bill £504.00 is owed');
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
