import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { units } from '#domain/masters/master.contract';
import { products } from '#domain/products/product.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { breachesOf } from '../../../tests/support/books';
import { checkTable, csvOf, uploadTable } from '../../../tests/support/imports';
import { someProduct, someUnit } from '../../../tests/support/products';
import { someCounting } from '../../../tests/support/stocktakes';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let counting: Awaited<ReturnType<typeof someCounting>>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
  counting = await someCounting(app);
});
afterAll(() => app.close());

const setWhole = (id: number, name: string, is_whole: boolean) =>
  admin.call(units.update, { params: { id }, body: { name, is_whole } });

/** A unit that is counted. */
async function countedUnit(name: string): Promise<number> {
  const { reply } = await admin.call(units.create, { body: { name, is_whole: true } });
  return reply.id;
}

const adjust = (product_id: number, quantity: string) =>
  admin.call(stockAdjustments.create, {
    body: {
      reason: quantity.startsWith('-') ? 'damaged' : 'found',
      lines: [{ product_id, quantity, ...(quantity.startsWith('-') ? {} : { value: '5.00' }) }],
    },
  });

const setUnit = async (id: number, unit_id: number) => {
  const { reply } = await admin.call(products.get, { params: { id } });
  const { sku, name, version } = reply;
  return admin.call(products.update, {
    params: { id },
    body: { sku, name, version, unit_id, price: '2.40' },
  });
};

test('A7 a unit is counted from the moment its stock is whole; the refusal names the products, an edit is audited', async () => {
  const id = await someUnit(app.db, 'Bottle');
  const product = await someProduct(app.db, { name: 'Half-sold cider', unit_id: id });
  expect((await adjust(product, '9.5')).status).toBe(200);
  const refused = await setWhole(id, 'Bottle', true);
  expect(refused.status).toBe(422);
  expect(refused.refusal.errors?.is_whole).toEqual([
    '“Bottle” has fractions in stock: Half-sold cider. Adjust or count them to whole numbers first.',
  ]);
  expect((await adjust(product, '-0.5')).status).toBe(200);
  const { reply } = await setWhole(id, 'Bottle', true);
  expect(reply).toMatchObject({ name: 'Bottle', is_whole: true });
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    before: { is_whole: false },
    after: { is_whole: true },
  });
  expect((await admin.call(units.list, { query: { search: 'Bottle' } })).reply.data).toMatchObject([
    { id, is_whole: true },
  ]);
});

test('A7 adjustments and stocktakes take no fraction of what is counted, and make one in stock whole again', async () => {
  const unit_id = await countedUnit('Jar');
  const product = await someProduct(app.db, { name: 'Honey', unit_id });
  const words = (quantity: string) =>
    `Honey is counted in whole numbers (Jar), and this is ${quantity}. Enter a different quantity.`;
  expect((await adjust(product, '2.5')).refusal.errors).toEqual({ 'lines.0.quantity': [words('2.5')] });
  expect((await adjust(product, '4')).status).toBe(200);
  const count = await counting.started([product]);
  const counted = await counting.count(count, product, '3.5');
  expect(counted.refusal.errors).toEqual({ quantity: [words('3.5')] });
  expect((await counting.count(count, product, '3')).status).toBe(200);
  const added = await counting.count(count, product, '0.5', 'add');
  expect(added.refusal.errors).toEqual({ quantity: [words('3.5')] });

  // A till that was offline has sold half a jar.
  await sql`update units set is_whole = false where id = ${unit_id}`.execute(app.db);
  expect((await adjust(product, '-0.5')).status).toBe(200);
  await sql`update units set is_whole = true where id = ${unit_id}`.execute(app.db);
  expect((await adjust(product, '-0.25')).status).toBe(422);
  expect((await adjust(product, '-0.5')).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A7 a product with a fraction in stock does not change to a unit that is counted, by hand or by a file', async () => {
  const unit_id = await countedUnit('Tin');
  const product = await someProduct(app.db, { name: 'Loose tea', sku: 'LOOSE' });
  expect((await adjust(product, '1.5')).status).toBe(200);
  const refused = await setUnit(product, unit_id);
  expect(refused.refusal.errors?.unit_id?.[0]).toContain('There is a fraction of this product in stock');
  const read = await uploadTable(admin, 'products', {
    name: 'units.csv',
    content: csvOf([
      ['SKU', 'Name', 'Unit', 'Price'],
      ['LOOSE', 'Loose tea', 'Tin', '2.40'],
    ]),
  });
  expect((await checkTable(admin, read)).counts).toMatchObject({ rejected: 1, changed: 0 });
  expect((await adjust(product, '-0.5')).status).toBe(200);
  expect((await setUnit(product, unit_id)).status).toBe(200);
});

test('A7 a file enters no fraction as opening stock of what is counted', async () => {
  await countedUnit('Barrel');
  const read = await uploadTable(admin, 'products', {
    name: 'opening.csv',
    content: csvOf([
      ['SKU', 'Name', 'Unit', 'Price', 'Opening quantity', 'Opening unit cost'],
      ['BAR-1', 'Bitter', 'Barrel', '90.00', '2.5', '50.00'],
      ['BAR-2', 'Mild', 'Barrel', '90.00', '2', '50.00'],
    ]),
  });
  expect((await checkTable(admin, read)).counts).toMatchObject({ rejected: 1, new: 1 });
  const { reply } = await admin.call(imports.rows, {
    params: { id: read.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data[0]?.errors).toEqual([
    {
      field: 'opening_quantity',
      message: 'Bitter is counted in whole numbers (Barrel), and this is 2.5. Enter a different quantity.',
    },
  ]);
});
