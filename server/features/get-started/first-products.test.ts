import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { firstProducts } from '#domain/get-started/first-products.contract';
import { tradeTemplate } from '#domain/get-started/trade-template.contract';
import { products } from '#domain/products/product.contract';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { breachesOf } from '../../../tests/support/books';
import { newInstallation } from '../../../tests/support/new-installation';
import type { Caller, TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await newInstallation();
  admin = await app.as('admin');
});
afterAll(() => app.close());

type Line = Record<string, string>;
const add = (...lines: Line[]) => admin.call(firstProducts, { body: { lines } });
const productNamed = async (name: string) => {
  const { reply } = await admin.call(products.list, { query: { search: name } });
  return (await admin.call(products.get, { params: { id: reply.data[0]?.id ?? 0 } })).reply;
};

test('F77 without a unit the refusal says what to do first', async () => {
  const { status, refusal } = await add({ name: 'Tea', price: '2.50' });
  expect([status, refusal.errors?.lines?.[0]]).toEqual([
    422,
    'There are no units yet. Choose your trade first, or add a unit under Products > Units.',
  ]);
});

test('L9 products take the defaults of the trade, and their stock is posted against 3900 at its cost', async () => {
  await admin.call(tradeTemplate.apply, { body: { trade: 'convenience' } });
  const { status, reply } = await add(
    { name: 'Tea', barcode: '5010000000011', price: '2.50', quantity: '24', unit_cost: '0.85' },
    { name: 'Coffee', price: '6.95', vat_code: 'Z', quantity: '2.5', unit_cost: '3.3333' },
    { name: 'Milk', price: '1.20' },
  );
  expect(status).toBe(200);
  // 24 × £0.85 = £20.40; 2.5 × £3.3333 = £8.33325, rounded to £8.33.
  expect(reply).toMatchObject({
    products: [
      { sku: 'P0001', name: 'Tea' },
      { sku: 'P0002', name: 'Coffee' },
      { sku: 'P0003', name: 'Milk' },
    ],
    opening_value: 2873,
  });
  expect(await productNamed('Tea')).toMatchObject({
    unit: { name: 'Each' },
    vat_code: 'S',
    price: 250,
    quantity: 24_000,
    stock_value: 2040,
    stock_policy: 'ask',
    reorder_level: 6000,
    reorder_quantity: 12_000,
    barcodes: [{ code: '5010000000011', factor: 1000 }],
  });
  expect(await productNamed('Coffee')).toMatchObject({ vat_code: 'Z', quantity: 2500, stock_value: 833 });
  expect(await productNamed('Milk')).toMatchObject({ quantity: 0, stock_value: 0 });
  expect((await admin.call(openingBalances.show)).reply).toMatchObject({
    suspense: -2873,
    items: [{ what: 'Opening stock of 2 products', debit: 2873, credit: 0, can_reverse: false }],
  });
  // Who posted it, and when, is in the audit log (rule D8).
  expect((await app.audits())[0]).toMatchObject({
    action: 'posted',
    record_type: 'journal',
    record_name: 'Opening stock of 2 products',
    after: { number: 'OPEN-00001', products: 2, value_pence: 2873 },
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test.each<[string, Line, string]>([
  ['a quantity without a cost', { name: 'Jam', price: '1.00', quantity: '3' }, 'lines.1.unit_cost'],
  ['a cost without a quantity', { name: 'Jam', price: '1.00', unit_cost: '0.40' }, 'lines.1.quantity'],
  [
    'a barcode of another product',
    { name: 'Jam', price: '1.00', barcode: '5010000000011' },
    'lines.1.barcode',
  ],
  ['a wrong check digit', { name: 'Jam', price: '1.00', barcode: '5010000000018' }, 'lines.1.barcode'],
  ['no name', { name: ' ', price: '1.00' }, 'lines.1.name'],
])('%s is refused at its field, and nothing is added', async (_, line, field) => {
  const before = await app.digest();
  const { status, refusal } = await add(
    { name: 'Butter', price: '2.00', quantity: '1', unit_cost: '1.00' },
    line,
  );
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

test('two forms at once get different stock codes; cost needs permission', async () => {
  const both = await Promise.all([
    add({ name: 'Bread', price: '1.40' }),
    add({ name: 'Rolls', price: '0.90' }),
  ]);
  expect(new Set(both.map(({ reply }) => reply.products[0]?.sku))).toEqual(new Set(['P0004', 'P0005']));
  const clerk = await app.as('create_product', 'adjust_stock');
  const { status } = await clerk.call(firstProducts, { body: { lines: [{ name: 'Jam', price: '1.00' }] } });
  expect(status).toBe(403);
});

test('stock that cost nothing is in stock at no value, without a gap in the numbers', async () => {
  const gift = { name: 'Free samples', price: '0.00', quantity: '5', unit_cost: '0.00' };
  expect((await add(gift)).reply.opening_value).toBe(0);
  expect(await productNamed('Free samples')).toMatchObject({ quantity: 5000, stock_value: 0 });
  await add({ name: 'Butter', price: '2.00', quantity: '1', unit_cost: '1.00' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V9 prices are stored as the form labels them, and without a label as new products are', async () => {
  const { reply: current } = await admin.call(newProductSettings.get);
  const { version: _version, ...defaults } = current;
  await admin.call(newProductSettings.save, {
    body: {
      ...defaults,
      reorder_level: defaults.reorder_level === null ? null : '6',
      reorder_quantity: defaults.reorder_quantity === null ? null : '12',
      price_includes_vat: false,
    },
  });
  await add({ name: 'Wholesale rice', price: '10.00' });
  // £10.00 excluding VAT at 20% sells for £12.00.
  expect(await productNamed('Wholesale rice')).toMatchObject({ price: 1000, price_includes_vat: false });
  const lines = [{ name: 'Shelf rice', price: '12.00' }];
  await admin.call(firstProducts, { body: { price_includes_vat: true, lines } });
  expect(await productNamed('Shelf rice')).toMatchObject({ price: 1200, price_includes_vat: true });
});
