import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../../../tests/support/books';
import { orderDesk } from '../../../tests/support/orders';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
const desk = orderDesk(() => ({ app, admin }));
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

async function ordered(supplier_id: number, on: string, lines: object[]): Promise<number> {
  const full = lines.map(line => ({ quantity: '10', ...line }));
  const { reply } = await admin.call(purchases.create, {
    body: { supplier_id, order_date: on, lines: full },
  });
  await admin.call(purchases.markSent, { params: { id: reply.id } });
  return reply.id;
}
const pricesOf = async (id: number, text = '') =>
  (await admin.call(supplierPrices.list, { params: { id }, query: { text } })).reply;

test('the list shows each product’s recent prices from this supplier, without drafts and cancelled orders', async () => {
  const [one, other] = [await someSupplier(app.db, 'One'), await someSupplier(app.db, 'Other')];
  const [tea, jam] = [
    await someProduct(app.db, { name: 'Tea', sku: 'TEA' }),
    await someProduct(app.db, { name: 'Jam', sku: 'JAM' }),
  ];
  await ordered(one, '2026-01-05', [{ product_id: tea, unit_price: '2.00', supplier_code: 'T-1' }]);
  await ordered(one, '2026-02-05', [
    { product_id: tea, unit_price: '2.10', supplier_code: 'T-2', unit: 'Box', factor: '6' },
    { product_id: jam, unit_price: '1.00' },
    { description: 'Carriage', unit_price: '9.00' },
  ]);
  await ordered(other, '2026-03-05', [{ product_id: tea, unit_price: '9.99' }]);
  await desk.draft([{ product_id: tea, unit_price: '8.88' }], { supplier_id: one });
  const { data, total } = await pricesOf(one);
  expect(total).toBe(2);
  expect(data.map(({ product }) => product.sku)).toEqual(['JAM', 'TEA']);
  expect(data[1]).toMatchObject({
    supplier_code: 'T-2',
    unit: 'Box',
    factor: 6000,
    minimum: null,
    prices: [
      { on: '2026-01-05', price: '2.00', factor: 1000 },
      { on: '2026-02-05', price: '2.10', factor: 6000 },
    ],
    version: null,
  });
  expect((await pricesOf(one, 't-2')).data).toHaveLength(1);
  expect((await pricesOf(one, '%')).data).toEqual([]);
});

test('the lead time is measured from order to receipt', async () => {
  const id = await someSupplier(app.db);
  const product_id = await someProduct(app.db);
  const on = (daysAgo: number) => addDays(londonDate(new Date()), -daysAgo);
  for (const daysAgo of [10, 4])
    await desk.receive(await ordered(id, on(daysAgo), [{ product_id, unit_price: '1.00' }]));
  expect((await pricesOf(id)).data[0]?.measured_lead_days).toBe(7);
});

test('terms are saved, audited and version-checked, and new orders use the code', async () => {
  const id = await someSupplier(app.db);
  const product_id = await someProduct(app.db, { name: 'Spoon' });
  const save = (body: object, who: Caller = admin) =>
    who.call(supplierPrices.save, { params: { id, product_id }, body });
  const first = await save({ supplier_code: ' SP-9 ', minimum: '12', lead_time_days: 5 });
  expect(first.reply).toMatchObject({
    supplier_code: 'SP-9',
    minimum: 12_000,
    lead_time_days: 5,
    prices: [],
    version: 1,
  });
  expect((await app.audits())[0]).toMatchObject({ record_type: 'supplier', record_id: id });
  expect((await save({ supplier_code: 'SP-10', version: 1 })).reply).toMatchObject({
    minimum: null,
    version: 2,
  });
  const stale = await save({ supplier_code: 'SP-11', version: 1 });
  expect(stale.status).toBe(409);
  expect(stale.refusal.current).toMatchObject({ supplier_code: 'SP-10' });

  const lines = [{ product_id, quantity: '1', unit_price: '1.00' }];
  const { reply } = await admin.call(purchases.create, { body: { supplier_id: id, lines } });
  expect(reply.lines[0]?.supplier_code).toBe('SP-10');

  expect((await save({ minimum: '0' })).status).toBe(422);
  expect((await save({ lead_time_days: 731 })).status).toBe(422);
  expect((await save({}, await app.as('view_supplier', 'edit_supplier'))).status).toBe(403);
  const gone = await admin.call(supplierPrices.save, { params: { id, product_id: 9_999_999 }, body: {} });
  expect(gone.status).toBe(404);
  expect((await admin.call(supplierPrices.list, { params: { id: 9_999_999 } })).status).toBe(404);
});

test('buyers see a supplier’s minimums, and no prices', async () => {
  const supplier = await someSupplier(app.db);
  const [least, free] = [await someProduct(app.db), await someProduct(app.db)];
  for (const [product_id, body] of [
    [least, { minimum: '2.5' }],
    [free, { lead_time_days: 3 }],
  ] as const)
    await admin.call(supplierPrices.save, { params: { id: supplier, product_id }, body });
  const buyer = await app.as('create_purchaseorder');
  const { reply } = await buyer.call(supplierPrices.minimums, { params: { id: supplier } });
  expect(reply.data).toEqual([{ product_id: least, minimum: 2500, factor: 1000 }]);
  expect((await buyer.call(supplierPrices.minimums, { params: { id: 999_999 } })).status).toBe(404);
  const other = await app.as('view_supplier');
  expect((await other.call(supplierPrices.minimums, { params: { id: supplier } })).status).toBe(403);
});
