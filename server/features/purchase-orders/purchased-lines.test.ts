import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { breachesOf } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
const { draft, sent, products, receive, bill } = orderDesk(() => ({ app, admin }));

/** The last two hold what is in either state, once. */
const states = [
  undefined,
  'late',
  'outstanding',
  'part_received',
  'received_not_billed',
  'late,received_not_billed',
  'part_received,received_not_billed',
] as const;

/** The stored total of each state, beside the actual rows. */
async function countsAndRows(supplierId?: number) {
  const counts: number[] = [];
  const rows: number[] = [];
  for (const state of states) {
    const { reply } = await admin.call(purchased.list, {
      query: {
        per_page: '100',
        ...(state ? { state } : {}),
        ...(supplierId ? { supplier_id: String(supplierId) } : {}),
      },
    });
    counts.push(reply.total);
    rows.push(reply.data.length);
  }
  expect(counts).toEqual(rows);
  return counts;
}

test('A6 the line counts stored on orders follow every change to the lines', async () => {
  const [product] = await products(1);
  const line = { product_id: product };
  const late = { order_date: '2026-01-05', expected_delivery_date: '2026-01-10' };
  const order = await draft([line, line, line], late);
  expect(await countsAndRows()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  await admin.call(purchases.markSent, { params: { id: order.id } });
  expect(await countsAndRows()).toEqual([3, 3, 3, 0, 0, 3, 0]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  expect(await countsAndRows()).toEqual([3, 3, 3, 1, 1, 3, 1]);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  expect(await countsAndRows()).toEqual([3, 3, 3, 1, 0, 3, 1]);
  await receive(order.id);
  expect(await countsAndRows()).toEqual([3, 0, 0, 0, 3, 3, 3]);
  const other = await sent([line, line]);
  expect(await countsAndRows()).toEqual([5, 0, 2, 0, 3, 3, 3]);
  expect(await countsAndRows(other.supplier.id)).toEqual([2, 0, 2, 0, 0, 0, 0]);
  const kept = { id: lineOf(other), quantity: '10', unit_price: '1.00', product_id: product };
  await admin.call(purchases.update, {
    params: { id: other.id },
    body: { supplier_id: other.supplier.id, lines: [kept] },
  });
  expect(await countsAndRows(other.supplier.id)).toEqual([1, 0, 1, 0, 0, 0, 0]);
  await admin.call(purchases.cancel, { params: { id: other.id }, body: { reason: 'Not needed' } });
  expect(await countsAndRows()).toEqual([3, 0, 0, 0, 3, 3, 3]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A6 the check finds a count that differs from the order’s lines', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await sql`update purchase_orders set line_count = 7 where id = ${order.id}`.execute(app.db);
  expect((await breachesOf(app.db)).join()).toContain(`${order.po_number} stores the counts 7, 1, 0, 0`);
});
