import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { someSupplier } from '../../../tests/support/books';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller & { userId: number };
let each: number;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  keeper = await shop.as(
    'view_product',
    'create_product',
    'edit_product',
    'delete_product',
    'adjust_stock',
    'view_stock',
    'review_stock_count',
    'view_cost',
  );
  each = await someUnit(shop.db, 'Each');
});
afterAll(() => shop.close());

const bySku = async (sku: string) =>
  (await keeper.call(products.list, { query: { search: sku } })).reply.data.find(
    product => product.sku === sku,
  );
const upload = (rows: readonly (readonly string[])[]) =>
  uploadTable(keeper, 'products', { name: 'products.csv', content: csvOf(rows) });

const header = ['SKU', 'Name', 'Unit', 'Price'];
const undo = async (id: number) => {
  await keeper.call(imports.undo, { params: { id } });
  return settled(keeper, id);
};

test('products with notes, supplier codes or promotions since are not deleted', async () => {
  const read = await upload([
    header,
    ['WS-1', 'Worked on', 'Each', '5'],
    ['WS-2', 'Left alone', 'Each', '5'],
  ]);
  await checkTable(keeper, read);
  await commitTable(keeper, read.id);
  const id = (await bySku('WS-1'))?.id ?? 0;
  const mill = await someSupplier(shop.db, 'Mill');
  await sql`insert into record_notes (record_type, record_id, body, author_id, created_at)
    select 'product', ${id}, 'Sells on Fridays', min(id), now() from users`.execute(shop.db);
  await sql`insert into supplier_products (supplier_id, product_id, supplier_code, updated_at)
    values (${mill}, ${id}, 'M-77', now())`.execute(shop.db);
  expect(await undo(read.id)).toMatchObject({
    state: 'done',
    problem: expect.stringContaining(
      'This import cannot be undone: “Worked on” has notes and codes or terms of suppliers since.',
    ),
  });
  expect((await bySku('WS-2'))?.name).toBe('Left alone');
  await sql`delete from record_notes where product_id = ${id}`.execute(shop.db);
  await sql`delete from supplier_products where product_id = ${id}`.execute(shop.db);
  expect((await undo(read.id)).state).toBe('undone');
  expect(await bySku('WS-1')).toBeUndefined();
});

test('P12 a product that was archived before the import is not archived again while it has stock', async () => {
  const { reply } = await keeper.call(products.create, {
    body: { sku: 'AR-1', name: 'Back again', unit_id: each, price: '5.00' },
  });
  await keeper.call(products.archive, { params: { id: reply.id }, body: { archived: true } });
  const read = await upload([
    [...header, 'Status'],
    ['AR-1', 'Back again', 'Each', '6', 'active'],
  ]);
  expect((await checkTable(keeper, read)).counts).toMatchObject({ changed: 1 });
  await commitTable(keeper, read.id);
  await sql`update stock_pools set quantity = 3, value_pence = 0 where product_id = ${reply.id}`.execute(
    shop.db,
  );
  expect(await undo(read.id)).toMatchObject({
    state: 'done',
    problem: expect.stringContaining('“Back again” was archived before and has stock since'),
  });
  expect((await bySku('AR-1'))?.status).toBe('active');
  await sql`update stock_pools set quantity = 0 where product_id = ${reply.id}`.execute(shop.db);
  expect((await undo(read.id)).state).toBe('undone');
  expect((await keeper.call(products.get, { params: { id: reply.id } })).reply.status).toBe('archived');
});

const opened = async (sku: string, unitCost: string) => {
  const read = await upload([
    [...header, 'Opening quantity', 'Opening unit cost'],
    [sku, `Lamp ${sku}`, 'Each', '25', '10', unitCost],
  ]);
  await checkTable(keeper, read);
  await commitTable(keeper, read.id);
  return { importId: read.id, productId: (await bySku(sku))?.id ?? 0 };
};

test('I8 opening stock that a stocktake has counted is not undone', async () => {
  const { importId, productId } = await opened('CO-1', '5.00');
  const started = await keeper.call(stockCounts.create, {
    body: { scope: 'products', product_ids: [productId] },
  });
  const { id, number } = started.reply;
  const count = (body: { how: 'set' | 'clear'; quantity?: string; replaces?: string }) =>
    keeper.call(stockCounts.count, { params: { id }, body: { product_id: productId, ...body } });
  await count({ how: 'set', quantity: '12' });
  expect(await undo(importId)).toMatchObject({
    state: 'done',
    problem: `This import cannot be undone: “Lamp CO-1” was counted in ${number} since: clear its count there first.`,
  });
  await count({ how: 'clear', replaces: '12' });
  await count({ how: 'set', quantity: '10' });
  expect((await keeper.call(stockCounts.post, { params: { id }, body: {} })).status).toBe(200);
  expect(await undo(importId)).toMatchObject({
    problem: `This import cannot be undone: “Lamp CO-1” was counted in ${number}, which agreed with this stock.`,
  });
  const other = await opened('CO-2', '5.00');
  const cancelled = await keeper.call(stockCounts.create, {
    body: { scope: 'products', product_ids: [other.productId] },
  });
  await keeper.call(stockCounts.count, {
    params: { id: cancelled.reply.id },
    body: { product_id: other.productId, how: 'set', quantity: '9' },
  });
  await keeper.call(stockCounts.cancel, { params: { id: cancelled.reply.id } });
  expect((await undo(other.importId)).state).toBe('undone');
});

test('A13 I7 an undone import leaves no cost behind: found goods ask for theirs', async () => {
  const { reply } = await keeper.call(products.create, {
    body: { sku: 'LC-1', name: 'Lamp LC-1', unit_id: each, price: '25.00' },
  });
  const { importId } = await opened('LC-1', '1250.00');
  expect((await undo(importId)).state).toBe('undone');
  const lastCost = async () =>
    (
      await sql<{ cost: string | null }>`
        select last_unit_cost::text as cost from stock_pools where product_id = ${reply.id}`.execute(shop.db)
    ).rows[0]?.cost;
  expect(await lastCost()).toBeNull();
  const found = await keeper.call(stockAdjustments.create, {
    body: { reason: 'found', lines: [{ product_id: reply.id, quantity: '10' }] },
  });
  expect(found.status).toBe(422);
  // Imported again at the right cost and undone once more, nothing of the first one comes back.
  const again = await opened('LC-1', '12.50');
  expect((await undo(again.importId)).state).toBe('undone');
  expect(await lastCost()).toBeNull();
  // As a sales history assumes the cost of what it sold: that was known before, and is again.
  await sql`update stock_pools set last_unit_cost = 900 where product_id = ${reply.id}`.execute(shop.db);
  const third = await opened('LC-1', '12.50');
  expect((await undo(third.importId)).state).toBe('undone');
  expect(await lastCost()).toBe('900.000000');
});
