import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { products as productCalls } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { someSupplier } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
const { draft, sent, products, receive, bill, get } = orderDesk(() => ({ app, admin }));
const today = londonDate(new Date());

/** The price the order form proposes for a product, in pounds. */
async function lastPrice(product: number, supplier?: number): Promise<string | null | undefined> {
  const { reply } = await admin.call(productCalls.get, { params: { id: product } });
  const query = { text: reply.sku, ...(supplier ? { supplier_id: String(supplier) } : {}) };
  const found = await admin.call(productCalls.search, { query });
  return found.reply.data[0]?.last_cost;
}

test('F19 the last price is that of the last bill, or of a later order; a reversed bill no longer counts', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '10', unit_price: '1.00' }]);
  expect(await lastPrice(product ?? 0)).toBe('1.00');
  await receive(order.id);
  // Ten for £11.50 in total is £1.15 each.
  const billed = await bill(
    order.id,
    [{ line_id: lineOf(order), quantity: '10', net: '11.50', vat: '2.30' }],
    { accept_difference: true },
  );
  expect(billed.status).toBe(200);
  expect(await lastPrice(product ?? 0)).toBe('1.15');
  expect(await lastPrice(product ?? 0, order.supplier.id)).toBe('1.15');
  expect(await lastPrice(product ?? 0, await someSupplier(app.db, 'Another')), 'of nobody else').not.toBe(
    '1.15',
  );
  const later = await draft([{ product_id: product, quantity: '1', unit_price: '1.30' }], {
    supplier_id: order.supplier.id,
    order_date: today,
  });
  await admin.call(purchases.markSent, { params: { id: later.id } });
  expect(await lastPrice(product ?? 0), 'a bill of the same day is what was paid').toBe('1.15');
  const billId = (await get(order.id)).bills[0]?.id ?? 0;
  const reversed = await admin.call(purchases.reverseBill, {
    params: { id: order.id, bill_id: billId },
    body: { reason: 'Wrong price' },
  });
  expect(reversed.status).toBe(200);
  expect(await lastPrice(product ?? 0)).toBe('1.30');
});

test('F19 purchased items have their landed cost, no penny lost over lines of one product, and totals in list and file', async () => {
  const [one, other] = await products(2);
  const order = await sent([
    { product_id: one, quantity: '1', unit_price: '3.00' },
    { product_id: one, quantity: '2', unit_price: '3.00' },
    { product_id: other, quantity: '3', unit_price: '3.00' },
  ]);
  await receive(order.id);
  const landed = await admin.call(purchases.landedCost, {
    params: { id: order.id },
    body: {
      receipt_id: (await get(order.id)).receipts[0]?.id ?? 0,
      supplier_id: await someSupplier(app.db, 'Carrier'),
      supplier_bill_number: 'FR-19',
      bill_date: today,
      net: '10.00',
      vat: '0.00',
      vat_code: 'Z',
      basis: 'quantity',
    },
  });
  expect(landed.status).toBe(200);
  const query = { supplier_id: String(order.supplier.id) };
  const { reply } = await admin.call(purchased.list, { query: { ...query, sort_by: 'description' } });
  const byLine = new Map(reply.data.map(line => [line.id, line.landed_cost]));
  const costs = order.lines.map(line => byLine.get(line.id) ?? 0);
  // £10.00 over six pieces: £5.00 for each product; of the three of the first, one bears £1.67 and two £3.33.
  expect(costs).toEqual([167, 333, 500]);
  const totals = await admin.call(purchased.totals, { query });
  expect(totals.reply).toEqual({ lines: 3, net: 1800, landed_cost: 1000 });
  const file = await admin.call(purchased.export, { query });
  const rows = String(file.raw).trim().split(/\r?\n/);
  expect(rows[0]).toContain('Landed Cost');
  expect(rows.at(-1)).toMatch(/^"?Total"?,.*18\.00.*10\.00/);
});
