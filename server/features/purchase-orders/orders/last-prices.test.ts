import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { products as productCalls } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../../../../tests/support/books';
import { lineOf, orderDesk } from '../../../../tests/support/orders';
import { someProduct } from '../../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

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

/** The price a draft made from the reorder list takes. */
async function reorderedAt(product: number, supplier: number): Promise<{ unit_price: string; net: number }> {
  const lines = [{ product_id: product, supplier_id: supplier, quantity: '1' }];
  const { reply } = await admin.call(reorder.createOrders, { body: { lines } });
  const [line] = (await get(reply.orders[0]?.id ?? 0)).lines;
  return { unit_price: line?.unit_price ?? '', net: line?.net ?? 0 };
}

test('F19 free goods are not the last price: the order form and Reorder take what was paid', async () => {
  const [product = 0] = await products(1);
  const order = await sent([
    { product_id: product, quantity: '10', unit_price: '18.00' },
    { product_id: product, quantity: '1', unit_price: '0.00' },
  ]);
  expect(await lastPrice(product)).toBe('18.00');
  expect(await reorderedAt(product, order.supplier.id)).toEqual({ unit_price: '18.00', net: 1800 });
  await receive(order.id);
  const billed = await bill(order.id, [
    { line_id: lineOf(order), quantity: '10' },
    { line_id: lineOf(order, 1), quantity: '1' },
  ]);
  expect(billed.status).toBe(200);
  expect(await lastPrice(product, order.supplier.id), 'after the bill').toBe('18.00');
  expect(await reorderedAt(product, order.supplier.id)).toEqual({ unit_price: '18.00', net: 1800 });
});

test('F19 a product that was only ever free costs what its standard cost says', async () => {
  const product = await someProduct(app.db, { standard_cost: toUnitCost('2.50') });
  const order = await sent([
    { product_id: product, quantity: '1', unit_price: '0.00' },
    { product_id: product, quantity: '2', unit_price: '4.00', discount_percent: '100' },
  ]);
  expect(await lastPrice(product)).toBe('2.50');
  expect(await reorderedAt(product, order.supplier.id)).toEqual({ unit_price: '2.50', net: 250 });
});

test('F19 the price list, the order form and Reorder have one last price, less discount, before and after the bill', async () => {
  const [product = 0] = await products(1);
  const order = await sent([
    { product_id: product, quantity: '10', unit_price: '10.00', discount_percent: '20' },
  ]);
  const supplier = order.supplier.id;
  const listed = async () => {
    const { reply } = await admin.call(supplierPrices.list, { params: { id: supplier }, query: {} });
    return reply.data.map(({ last_price, prices }) => [last_price, prices.at(-1)?.price]);
  };
  // Ten at £10.00 less 20% are £80.00: £8.00 each.
  const everywhere = async () => {
    const { net } = await reorderedAt(product, supplier);
    return [await listed(), await lastPrice(product, supplier), `${net / 100}.00`];
  };
  expect(await everywhere()).toEqual([[['8.00', '8.00']], '8.00', '8.00']);
  await receive(order.id);
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }])).status).toBe(200);
  expect(await everywhere(), 'after the bill').toEqual([[['8.00', '8.00']], '8.00', '8.00']);
  // £12.00 off the whole line: six at £5.00 are £18.00, £3.00 each.
  const later = await draft(
    [
      { product_id: product, quantity: '6', unit_price: '5.00', discount_amount: '12.00' },
      { product_id: product, quantity: '1', unit_price: '0.00' },
    ],
    { supplier_id: supplier, order_date: addDays(today, 1) },
  );
  await admin.call(purchases.markSent, { params: { id: later.id } });
  expect(await everywhere(), 'a later order, with a free one').toEqual([[['3.00', '3.00']], '3.00', '3.00']);
});

test('F19 M5 price and discount are proposed apart, as last agreed, by the order form and by Reorder', async () => {
  const [product = 0] = await products(1);
  const terms = { product_id: product, quantity: '10', unit_price: '9.99', discount_percent: '12.5' };
  const order = await sent([terms]);
  const supplier = order.supplier.id;
  const proposed = async () => {
    const { reply } = await admin.call(productCalls.get, { params: { id: product } });
    const query = { text: reply.sku, supplier_id: String(supplier) };
    const [found] = (await admin.call(productCalls.search, { query })).reply.data;
    const lines = [{ product_id: product, supplier_id: supplier, quantity: '1' }];
    const drafts = await admin.call(reorder.createOrders, { body: { lines } });
    const [line] = (await get(drafts.reply.orders[0]?.id ?? 0)).lines;
    return [
      [found?.last_price, found?.last_discount_percent],
      [line?.unit_price, line?.discount_percent],
    ];
  };
  const agreed = ['9.99', 1250];
  expect(await proposed()).toEqual([agreed, agreed]);
  await receive(order.id);
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '4' }])).status).toBe(200);
  expect(await proposed(), 'billed as ordered').toEqual([agreed, agreed]);
  // Six for £63.00 were £72.00 before the discount.
  const higherPriced = [{ line_id: lineOf(order), quantity: '6', net: '63.00', vat: '12.60' }];
  expect((await bill(order.id, higherPriced, { accept_difference: true })).status).toBe(200);
  const billed = ['12.00', 1250];
  expect(await proposed(), 'billed at another price').toEqual([billed, billed]);
  // An amount off one order says nothing of the next: six at £5.00 less £12.00 are £3.00 each.
  const later = await draft(
    [{ product_id: product, quantity: '6', unit_price: '5.00', discount_amount: '12.00' }],
    { supplier_id: supplier, order_date: addDays(today, 1) },
  );
  await admin.call(purchases.markSent, { params: { id: later.id } });
  expect(await proposed(), 'less an amount').toEqual([
    ['3.00', null],
    ['3.00', null],
  ]);
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
