import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { checkTable, commitTable, csvOf, uploadTable } from '../../../tests/support/imports';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  keeper = await shop.as('view_product', 'create_product', 'edit_product', 'create_master');
  await someUnit(shop.db, 'Each');
});
afterAll(() => shop.close());

const bySku = async (sku: string) =>
  (await keeper.call(products.list, { query: { search: sku } })).reply.data.find(
    product => product.sku === sku,
  );
const reasonsOf = async (id: number) => {
  const { reply } = await keeper.call(imports.rows, { params: { id }, query: { outcome: 'rejected' } });
  return Object.fromEntries(
    reply.data.map(row => [row.row_number, row.errors.map(({ field, message }) => `${field}: ${message}`)]),
  );
};
const upload = (rows: readonly (readonly string[])[]) =>
  uploadTable(keeper, 'products', { name: 'products.csv', content: csvOf(rows) });

test('2.5 barcodes are added up to the limit of a product, which counts those it has', async () => {
  const header = ['SKU', 'Name', 'Unit', 'Price', 'Barcodes'];
  const codes = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `LIM-${from + n}`).join(', ');
  const first = await upload([header, ['LIM', 'Many codes', 'Each', '5', codes(1, 25)]]);
  await checkTable(keeper, first);
  await commitTable(keeper, first.id);
  const second = await upload([header, ['LIM', 'Many codes', 'Each', '5', codes(26, 10)]]);
  expect((await checkTable(keeper, second)).counts).toMatchObject({ rejected: 1, changed: 0 });
  expect(await reasonsOf(second.id)).toEqual({
    2: ['barcodes: The product would have 35 barcodes. It can have at most 30.'],
  });
  const third = await upload([header, ['LIM', 'Many codes', 'Each', '5', codes(21, 10)]]);
  expect((await checkTable(keeper, third)).counts).toMatchObject({ changed: 1 });
});

test('I2 a buying unit needs what it holds, and what it holds needs a buying unit', async () => {
  const header = ['SKU', 'Name', 'Unit', 'Price', 'Buying unit', 'Pack size'];
  const read = await upload([
    header,
    ['BU-1', 'Tea by the box', 'Each', '2.40', 'Box', ''],
    ['BU-2', 'Tea of twelve', 'Each', '2.40', '', '12'],
    ['BU-3', 'Tea in boxes', 'Each', '2.40', 'Box', '12'],
    ['BU-4', 'Single tea', 'Each', '2.40', '', '1'],
  ]);
  const checked = await checkTable(keeper, read, { add_masters: true });
  expect(checked.counts).toMatchObject({ new: 2, rejected: 2 });
  expect(await reasonsOf(read.id)).toEqual({
    2: ['buying_factor: Enter how many selling units one buying unit holds.'],
    3: ['buying_unit: Choose the buying unit that holds so many selling units.'],
  });
  await commitTable(keeper, read.id);
  const boxed = async () => {
    const { id = 0 } = (await bySku('BU-3')) ?? {};
    return (await keeper.call(products.get, { params: { id } })).reply;
  };
  expect(await boxed()).toMatchObject({ buying_unit: { name: 'Box' }, buying_factor: 12_000 });
  // A product that has both keeps its factor; it says nothing of another buying unit.
  const later = await upload([
    header,
    ['BU-3', 'Tea in boxes', 'Each', '2.60', 'Box', ''],
    ['BU-4', 'Single tea', 'Each', '2.60', 'Box', ''],
  ]);
  expect((await checkTable(keeper, later)).counts).toMatchObject({ changed: 1, rejected: 1 });
  await commitTable(keeper, later.id);
  expect(await boxed()).toMatchObject({ price: 260, buying_factor: 12_000 });
  const other = await upload([header, ['BU-3', 'Tea in boxes', 'Each', '2.60', 'Case', '']]);
  expect((await checkTable(keeper, other, { add_masters: true })).counts).toMatchObject({ rejected: 1 });
});
