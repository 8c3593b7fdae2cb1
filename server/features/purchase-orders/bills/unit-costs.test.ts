import { expect, test } from 'vitest';
import { productActivity } from '#domain/products/product-activity.contract';
import { products as productCalls } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { quantityFromText } from '#domain/kernel/quantity';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { movedOn } from '../../../../tests/support/books';
import { lineOf } from '../../../../tests/support/orders';
import { textOfPdf } from '../../../../tests/support/pdf-text';

const shop = buyingShop();

/** Line net, VAT at 20 per cent and gross, in whole numbers calculated independently: 10,000,000 units to the penny. */
function byHand(unit: string, quantity: string) {
  const [whole = '', decimals = ''] = unit.split('.');
  const exact = BigInt(whole + decimals.padEnd(6, '0')) * BigInt(quantity) * 1000n;
  const net = (exact + 5_000_000n) / 10_000_000n;
  const vat = (net * 20n + 50n) / 100n;
  return { net: Number(net), vat: Number(vat), gross: Number(net + vat) };
}

test.each([
  ['33.7055', '7'],
  ['0.0312', '12000'],
  ['0.0312', '1'],
  ['1.234567', '999'],
  ['0.005', '3'],
])(
  'F08 M3 a line of %s times %s is rounded once, and received, billed and stored at that amount',
  async (unit, quantity) => {
    const [product = 0] = await shop.products(1);
    const figures = byHand(unit, quantity);
    const order = await shop.sent([{ product_id: product, quantity, unit_price: unit }]);
    expect(order.lines[0]).toMatchObject({ unit_price: unit, ...figures });
    expect(order).toMatchObject({
      total_net: figures.net,
      total_vat: figures.vat,
      total_amount: figures.gross,
    });
    const moved = await movedOn(shop.app.db, ['1200', '2110', '2100', '2201', '5110'], async () => {
      // In two parts, of which the second takes all that is left (rule M7).
      const part = String(Math.max(1, Math.floor(Number(quantity) / 3)));
      await shop.receive(order.id, [{ line_id: lineOf(order), quantity: part }]);
      if (part !== quantity) await shop.receive(order.id);
      const { status } = await shop.bill(order.id, [
        { line_id: lineOf(order), quantity, vat: (figures.vat / 100).toFixed(2) },
      ]);
      expect(status).toBe(200);
    });
    expect(moved).toEqual([figures.net, 0, -figures.gross, figures.vat, 0]);
    expect(await shop.poolOf(product)).toMatchObject({ value_pence: figures.net });
    await shop.holds();
  },
);

test('F08 every place that shows a unit price shows all of its decimals', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '100', unit_price: '33.705500' }]);
  const params = { id: order.id };
  const line = (await shop.admin.call(purchased.list, { query: { search: order.po_number } })).reply.data[0];
  expect(line).toMatchObject({ unit_price: '33.7055', net: 337_055 });
  const bought = await shop.admin.call(productActivity.purchases, { params: { id: product } });
  expect(bought.reply.data[0]?.unit_price).toBe('33.7055');
  const { sku } = (await shop.admin.call(productCalls.get, { params: { id: product } })).reply;
  const found = await shop.admin.call(productCalls.search, { query: { text: sku } });
  expect(found.reply.data[0]?.last_cost).toBe('33.7055');
  const list = await shop.admin.call(supplierPrices.list, { params: { id: order.supplier.id }, query: {} });
  expect(list.reply.data.find(row => row.product.id === product)?.prices.at(-1)?.price).toBe('33.7055');
  const again = await shop.admin.call(reorder.createOrders, {
    body: { lines: [{ product_id: product, supplier_id: order.supplier.id, quantity: '2' }] },
  });
  const draft = await shop.get(again.reply.orders[0]?.id ?? 0);
  expect(draft.lines[0]).toMatchObject({ unit_price: '33.7055', net: 6741 });
  const copy = await shop.admin.call(purchases.duplicate, { params });
  expect(copy.reply.lines[0]).toMatchObject({ unit_price: '33.7055', net: 337_055 });
});

test('F08 a revision keeps the decimals, and received goods are valued at their share of the new price', async () => {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '1000', unit_price: '0.0312' }]);
  await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '500' }]);
  const { reply } = await shop.admin.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      lines: [{ id: lineOf(order), product_id: product, quantity: '1000', unit_price: '0.0314' }],
      revision_reason: 'Dearer',
    },
  });
  expect(reply.lines[0]).toMatchObject({
    unit_price: '0.0314',
    net: 3140,
    received: quantityFromText('500'),
  });
  await shop.receive(order.id);
  // Half at 15.60 when received, half of 31.40 afterwards.
  expect(await shop.poolOf(product)).toMatchObject({ value_pence: 1560 + 1570 });
  await shop.holds();
});

test('F08 the order document shows the price as entered', async () => {
  const [one, other] = await shop.products(2);
  const order = await shop.sent([
    { product_id: one, quantity: '10', unit_price: '33.7055' },
    { product_id: other, quantity: '4', unit_price: '12.500000' },
  ]);
  const { status, raw } = await shop.admin.call(purchases.pdf, { params: { id: order.id } });
  expect(status).toBe(200);
  const text = await textOfPdf(raw);
  expect(text).toContain('£33.7055');
  expect(text).toContain('£12.50');
  expect(text).not.toContain('£12.500');
});

test('F08 more than six decimals, and prices below zero, are refused at the line', async () => {
  const supplier_id = (await shop.sent([{ description: 'Cups' }])).supplier.id;
  for (const [unit_price, message] of [
    ['1.0000001', 'Enter an amount in pounds with two to six decimals, such as 12.50 or 0.0312.'],
    ['1e-3', 'Enter an amount in pounds with two to six decimals, such as 12.50 or 0.0312.'],
    ['-0.0312', 'Enter an amount of zero or more.'],
  ] as const) {
    const { status, refusal } = await shop.admin.call(purchases.create, {
      body: { supplier_id, lines: [{ description: 'Cups', quantity: '1', unit_price }] },
    });
    expect([status, refusal.errors]).toEqual([422, { 'lines.0.unit_price': [message] }]);
  }
});

test('F08 a standard cost below a penny is kept, and the margin uses all its decimals', async () => {
  const [id = 0] = await shop.products(1);
  const { reply } = await shop.admin.call(productCalls.get, { params: { id } });
  const saved = await shop.admin.call(productCalls.update, {
    params: { id },
    body: {
      sku: reply.sku,
      name: reply.name,
      unit_id: reply.unit.id,
      vat_code: 'Z',
      price: '0.05',
      price_includes_vat: false,
      standard_cost: '0.0312',
    },
  });
  // (5 − 3.12) ÷ 5 = 37.6%.
  expect(saved.reply).toMatchObject({
    standard_cost: '0.0312',
    average_cost: '0.0312',
    margin_percent: '37.60',
  });
});
