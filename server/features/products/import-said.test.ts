import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  await someUnit(shop.db, 'Each');
  clerk = await shop.as(
    'create_product',
    'edit_product',
    'delete_product',
    'view_product',
    'create_master',
    'view_cost',
    'adjust_stock',
  );
});
afterAll(() => shop.close());

const read = (name: string, rows: readonly (readonly string[])[]) =>
  uploadTable(clerk, 'products', { name, content: csvOf(rows) });
const rowsOf = async (id: number) => (await clerk.call(imports.rows, { params: { id } })).reply.data;
const names = async (table: string) =>
  (await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(shop.db)).rows.map(
    ({ name }) => name,
  );

test('F73 a blank price is reported as blank, and Y, Yes and 1 are active', async () => {
  const imported = await read('status.csv', [
    ['SKU', 'Name', 'Unit', 'Price', 'Status'],
    ['S-1', 'Green tea', 'Each', '2.40', 'Y'],
    ['S-2', 'Black tea', 'Each', '2.40', 'Yes'],
    ['S-3', 'White tea', 'Each', '2.40', '1'],
    ['S-4', 'Old tea', 'Each', '2.40', 'N'],
    ['S-5', 'No price tea', 'Each', '', 'Y'],
    ['S-6', 'Odd tea', 'Each', '2.40', 'perhaps'],
  ]);
  const checked = await checkTable(clerk, imported);
  expect(checked.counts).toMatchObject({ new: 4, rejected: 2 });
  const rejected = (await rowsOf(imported.id)).filter(({ outcome }) => outcome === 'rejected');
  expect(rejected.map(({ errors }) => errors)).toEqual([
    [{ field: 'price', message: 'This cell is blank. Enter a value, or map the column that has it.' }],
    [{ field: 'status', message: 'Choose Active or Inactive.' }],
  ]);
  await commitTable(clerk, imported.id);
  const { rows } = await sql<{ sku: string; status: string }>`
    select sku, status from products where sku like 'S-%' order by sku`.execute(shop.db);
  expect(rows.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'inactive']);
});

test('F73 records added along the way are listed before posting, changes show old and new, and undo removes them', async () => {
  const imported = await read('masters.csv', [
    ['SKU', 'Name', 'Unit', 'Price', 'Brand', 'Category', 'Sub-category'],
    ['M-1', 'Cocoa', 'Each', '3.00', 'Blakc Quay', 'Drinks', 'Hot'],
    ['S-1', 'Green tea', 'Each', '2.60', 'Blakc Quay', '', ''],
  ]);
  const checked = await checkTable(clerk, imported, { add_masters: true });
  expect(checked.counts).toMatchObject({ new: 1, changed: 1, rejected: 0 });
  const added = [
    { kind: 'category', id: null, name: 'Drinks' },
    { kind: 'brand', id: null, name: 'Blakc Quay' },
    { kind: 'sub_category', id: null, name: 'Hot' },
  ];
  expect(checked.new_masters).toEqual(expect.arrayContaining(added));
  expect(checked.new_masters).toHaveLength(3);
  expect(await names('brands')).toEqual([]);
  const change = (await rowsOf(imported.id)).find(({ outcome }) => outcome === 'changed');
  expect(change?.changes).toEqual(
    expect.arrayContaining([
      { field: 'price', label: 'Price', before: '£2.40', after: '£2.60' },
      // The check was rolled back: the brand has no id yet.
      { field: 'brand', label: 'Brand', before: '', after: 'new' },
    ]),
  );
  const done = await commitTable(clerk, imported.id);
  expect(done.new_masters.every(({ id }) => id !== null)).toBe(true);
  expect(await names('brands')).toEqual(['Blakc Quay']);
  await clerk.call(imports.undo, { params: { id: imported.id } });
  const undone = await settled(clerk, imported.id);
  expect(undone).toMatchObject({ state: 'undone', left_behind: [] });
  expect([await names('brands'), await names('categories'), await names('sub_categories')]).toEqual([
    [],
    [],
    [],
  ]);
});

test('F73 undo reports what it could not remove: products with stock, and the names they use', async () => {
  const imported = await read('stock.csv', [
    ['SKU', 'Name', 'Unit', 'Price', 'Brand', 'Opening quantity', 'Standard cost'],
    ['K-1', 'Kettle', 'Each', '30.00', 'Isambard', '4', '12.00'],
    ['K-2', 'Mug', 'Each', '5.00', 'Juniper', '', '2.00'],
  ]);
  await checkTable(clerk, imported, { add_masters: true });
  const done = await commitTable(clerk, imported.id);
  expect(done).toMatchObject({ state: 'done', counts: { new: 2 } });
  await clerk.call(imports.undo, { params: { id: imported.id } });
  const undone = await settled(clerk, imported.id);
  expect(undone.state).toBe('undone');
  expect(undone.left_behind).toEqual([
    '1 product had stock movements, so it was archived instead of deleted.',
    'Not removed because still in use: brand “Isambard”.',
  ]);
  expect(await names('brands')).toEqual(['Isambard']);
});
