import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import { products } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../tests/support/orders';
import { someProduct, someUnit } from '../../../tests/support/products';
import { refused } from '../../../tests/support/refused';
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

test('R15 of two first entries of a supplier’s terms the second is refused with the current values', async () => {
  const id = await someSupplier(app.db);
  const product_id = await someProduct(app.db);
  const save = (body: object) => admin.call(supplierPrices.save, { params: { id, product_id }, body });
  const answers = await Promise.all([
    save({ supplier_code: 'SP-1', version: null }),
    save({ supplier_code: 'SP-2', version: null }),
  ]);
  const saved = answers.find(({ status }) => status === 200)?.reply;
  const refusal = answers.find(({ status }) => status === 409)?.refusal;
  expect(saved).toMatchObject({ version: 1 });
  expect(refusal?.current).toMatchObject({ supplier_code: saved?.supplier_code, version: 1 });
  expect(['SP-1', 'SP-2']).toContain(saved?.supplier_code);
  expect((await save({ supplier_code: 'SP-3', version: null })).status).toBe(409);
});

test('R15 a minimum is in the buying unit, whatever unit was ordered last', async () => {
  const id = await someSupplier(app.db);
  const product_id = await someProduct(app.db, {
    buying_unit_id: await someUnit(app.db, 'Box'),
    buying_factor: quantityFromText('12'),
  });
  await ordered(id, '2026-01-05', [{ product_id, unit_price: '1.50', unit: 'Each', factor: '1' }]);
  const params = { id, product_id };
  expect((await admin.call(supplierPrices.save, { params, body: { minimum: '2' } })).status).toBe(200);
  expect((await pricesOf(id)).data[0]).toMatchObject({
    unit: 'Each',
    factor: 1000,
    buying_unit: 'Box',
    buying_factor: 12_000,
    minimum: 2000,
    last_price: '1.50',
    last_ordered_on: '2026-01-05',
  });
  // Two boxes of twelve.
  const { reply } = await admin.call(supplierPrices.minimums, { params: { id } });
  expect(reply.data).toEqual([{ product_id, minimum: 2000, factor: 12_000 }]);
});

test('R15 a price read for a box of 12 is not saved for a box of 24', async () => {
  const id = await someSupplier(app.db);
  const product_id = await someProduct(app.db, {
    buying_unit_id: await someUnit(app.db, 'Box'),
    buying_factor: quantityFromText('12'),
  });
  const agreed = { agreed_price: '8.50', agreed_from: '2026-01-05', buying_factor: '12' };
  const save = () => admin.call(supplierPrices.save, { params: { id, product_id }, body: agreed });
  expect((await save()).status).toBe(200);
  await app.db.updateTable('products').set({ buying_factor: '24' }).where('id', '=', product_id).execute();
  expect(await refused(save())).toBe(
    '409 The buying unit of this product was changed while you were editing. Reload the page and check the price.',
  );
  expect((await pricesOf(id)).data[0]).toMatchObject({ agreed_price: '17.00', buying_factor: 24_000 });
});

describe('agreed prices', () => {
  const today = londonDate(new Date());
  async function boxOf12(supplier: number): Promise<number> {
    const product_id = await someProduct(app.db, {
      buying_unit_id: await someUnit(app.db, 'Box'),
      buying_factor: quantityFromText('12'),
    });
    await ordered(supplier, '2026-01-05', [{ product_id, unit_price: '10.00', unit: 'Box', factor: '12' }]);
    return product_id;
  }
  /** What a form proposes, what the price list shows, and what a draft from Reorder takes. */
  async function proposed(id: number, product_id: number) {
    const { sku } = await app.db
      .selectFrom('products')
      .select('sku')
      .where('id', '=', product_id)
      .executeTakeFirstOrThrow();
    const query = { text: sku, supplier_id: String(id) };
    const found = (await admin.call(products.search, { query })).reply.data[0];
    const lines = [{ product_id, supplier_id: id, quantity: '1' }];
    const drafted = (await admin.call(reorder.createOrders, { body: { lines } })).reply.orders[0]?.id ?? 0;
    return [
      found?.last_price,
      (await pricesOf(id, sku)).data[0]?.last_price,
      (await desk.get(drafted)).lines[0]?.unit_price,
    ];
  }

  test('from its day on, orders propose the agreed price, whatever was paid', async () => {
    const [id, other] = [await someSupplier(app.db), await someSupplier(app.db)];
    const product_id = await boxOf12(id);
    await ordered(other, '2026-02-05', [{ product_id, unit_price: '9.00', unit: 'Box', factor: '12' }]);
    const save = (body: object) => admin.call(supplierPrices.save, { params: { id, product_id }, body });
    await save({ agreed_price: '8.50', agreed_from: addDays(today, 1) });
    expect(await proposed(id, product_id), 'it does not apply yet').toEqual(['10.00', '10.00', '10.00']);
    const { reply } = await save({ agreed_price: '8.50', agreed_from: today });
    expect(reply).toMatchObject({ agreed_price: '8.50', agreed_from: today });
    expect((await app.audits())[0]?.after).toEqual({ agreed_cost_from: today });
    await ordered(id, today, [{ product_id, unit_price: '11.00', unit: 'Box', factor: '12' }]);
    expect(await proposed(id, product_id)).toEqual(['8.50', '8.50', '8.50']);
    expect((await proposed(other, product_id))[0], 'of the other supplier').toBe('9.00');
    // It was agreed for twelve; a box of twenty-four costs twice as much.
    await app.db.updateTable('products').set({ buying_factor: '24' }).where('id', '=', product_id).execute();
    expect((await pricesOf(id)).data[0]).toMatchObject({ agreed_price: '17.00' });
    expect((await proposed(id, product_id))[0]).toBe('17.00');
    await save({});
    expect((await proposed(id, product_id))[0], 'the last order, for twice as many').toBe('22.00');
  });

  test('a product is ordered at the agreed price before anything was bought', async () => {
    const id = await someSupplier(app.db);
    const product_id = await someProduct(app.db);
    const body = { agreed_price: '0.0312', agreed_from: today };
    await admin.call(supplierPrices.save, { params: { id, product_id }, body });
    expect(await proposed(id, product_id)).toEqual(['0.0312', '0.0312', '0.0312']);
  });

  test.each([
    [{ agreed_price: '1.00' }, 'agreed_from', 'Enter the day from which this price applies.'],
    [{ agreed_from: '2026-11-28' }, 'agreed_price', 'Enter the price that applies from that day.'],
    [{ agreed_price: '0.00', agreed_from: '2026-11-28' }, 'agreed_price', 'Enter a price above zero.'],
    [{ agreed_price: '-1.00', agreed_from: '2026-11-28' }, 'agreed_price', 'Enter a price above zero.'],
  ])('%j is refused at its field', async (body, field, message) => {
    const params = { id: await someSupplier(app.db), product_id: await someProduct(app.db) };
    const { status, refusal } = await admin.call(supplierPrices.save, { params, body });
    expect([status, refusal.errors]).toEqual([422, { [field]: [message] }]);
  });
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

test('F17 a line takes the code of its new product, and an order the codes of its new supplier', async () => {
  const [acme, beta] = [await someSupplier(app.db, 'Acme'), await someSupplier(app.db, 'Beta')];
  const [tea, jam] = [await someProduct(app.db), await someProduct(app.db)];
  for (const [id, product_id, supplier_code] of [
    [acme, tea, 'ACME-77'],
    [acme, jam, 'ACME-88'],
    [beta, jam, 'BETA-1'],
  ] as const)
    await admin.call(supplierPrices.save, { params: { id, product_id }, body: { supplier_code } });
  const draft = await desk.draft([{ product_id: tea }, { product_id: tea, supplier_code: 'OFFER-5' }], {
    supplier_id: acme,
  });
  const codes = ({ lines }: Order) => lines.map(({ supplier_code }) => supplier_code);
  expect(codes(draft)).toEqual(['ACME-77', 'OFFER-5']);
  const line = { quantity: '10', unit_price: '1.00' };
  const save = async (order: Order, supplier_id: number, lines: object[]) =>
    (
      await admin.call(purchases.update, {
        params: { id: order.id },
        body: {
          supplier_id,
          lines: lines.map((more, index) => ({ id: lineOf(order, index), ...line, ...more })),
        },
      })
    ).reply;
  // The second line keeps its product, and its code was cleared on purpose.
  expect(codes(await save(draft, acme, [{ product_id: jam }, { product_id: tea }]))).toEqual([
    'ACME-88',
    null,
  ]);

  const copy = (await admin.call(purchases.duplicate, { params: { id: draft.id } })).reply;
  const given = copy.lines.map(({ product, supplier_code }) => ({ product_id: product?.id, supplier_code }));
  // A new line without a code takes the supplier's.
  expect(codes(await save(copy, acme, given))).toEqual(['ACME-88', 'ACME-77']);
  const moved = await save(copy, beta, [given[0] ?? {}, { product_id: tea, supplier_code: 'B-TEA' }]);
  expect(codes(moved)).toEqual(['BETA-1', 'B-TEA']);
});
