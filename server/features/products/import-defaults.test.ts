import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { checkTable, commitTable, csvOf, uploadTable } from '../../../tests/support/imports';
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
    'adjust_stock',
    'view_setting',
    'edit_setting',
  );
  each = await someUnit(shop.db, 'Each');
});
afterAll(() => shop.close());

const upload = (...rows: readonly (readonly string[])[]) =>
  uploadTable(keeper, 'products', { name: 'products.csv', content: csvOf(rows) });
const bySku = async (sku: string) => {
  const { reply } = await keeper.call(products.list, { query: { search: sku } });
  const id = reply.data.find(product => product.sku === sku)?.id ?? 0;
  return (await keeper.call(products.get, { params: { id } })).reply;
};
const checkedRow = async (id: number) =>
  (await keeper.call(imports.rows, { params: { id }, query: {} })).reply.data[0];

test('V9 a new product has the defaults for new products where its row is blank, or what the user chose', async () => {
  await keeper.call(newProductSettings.save, {
    body: {
      price_includes_vat: false,
      vat_code: 'Z',
      unit_id: each,
      stock_policy: 'warn',
      reorder_level: '6',
      reorder_quantity: null,
    },
  });
  const file = await upload(
    ['SKU', 'Name', 'Price', 'VAT code'],
    ['DF-1', 'Rice', '10', ''],
    ['DF-2', 'Soap', '5', 'S'],
  );
  const checked = await checkTable(keeper, file);
  expect(checked).toMatchObject({
    counts: { new: 2 },
    options: { vat_code: 'Z', price_includes_vat: false, default_unit_id: each },
  });
  await commitTable(keeper, file.id);
  const common = {
    price_includes_vat: false,
    stock_policy: 'warn',
    reorder_level: 6000,
    unit: { name: 'Each' },
  };
  expect(await bySku('DF-1')).toMatchObject({ ...common, price: 1000, vat_code: 'Z' });
  expect(await bySku('DF-2')).toMatchObject({ ...common, price: 500, vat_code: 'S' });
  const other = await upload(['SKU', 'Name', 'Price'], ['DF-3', 'Tea', '12'], ['DF-1', 'Rice', '11']);
  await checkTable(keeper, other, { vat_code: 'R', price_includes_vat: true });
  await commitTable(keeper, other.id);
  expect(await bySku('DF-3')).toMatchObject({ price_includes_vat: true, vat_code: 'R' });
  // The defaults are those of new products: Rice keeps what it has.
  expect(await bySku('DF-1')).toMatchObject({ price_includes_vat: false, vat_code: 'Z', price: 1100 });
});

test('a file of prices leaves an archived product archived; only a status or opening stock says more', async () => {
  const { reply } = await keeper.call(products.create, {
    body: { sku: 'AR-9', name: 'Old line', unit_id: each, price: '5.00' },
  });
  const product = async () => (await keeper.call(products.get, { params: { id: reply.id } })).reply;
  await keeper.call(products.archive, { params: { id: reply.id }, body: { archived: true } });
  const priced = await upload(['SKU', 'Price'], ['AR-9', '6']);
  expect((await checkTable(keeper, priced)).counts).toMatchObject({ changed: 1 });
  expect((await checkedRow(priced.id))?.changes.map(({ field }) => field)).toEqual(['price']);
  await commitTable(keeper, priced.id);
  expect(await product()).toMatchObject({ status: 'archived', price: 600 });
  const stocked = await upload(['SKU', 'Opening quantity', 'Opening unit cost'], ['AR-9', '3', '1']);
  await checkTable(keeper, stocked);
  expect((await checkedRow(stocked.id))?.errors).toEqual([
    {
      field: 'opening_quantity',
      message: 'This product is archived. Enter active under Status, or leave the cell blank.',
    },
  ]);
  const sold = await upload(['SKU', 'Status'], ['AR-9', 'active']);
  await checkTable(keeper, sold);
  await commitTable(keeper, sold.id);
  expect((await product()).status).toBe('active');
});

test('a barcode as printed under its bars is one code, and its check digit is tested', async () => {
  const file = await upload(
    ['SKU', 'Name', 'Price', 'Barcodes'],
    // 9638 5074 is an EAN-8; 5 012345 678900 is an EAN-13, and ends in 0.
    ['BC-1', 'Printed', '1', '5 012345 678900, 9638 5074 (6); 77 88'],
    ['BC-2', 'Misprinted', '1', '5 012345 678901'],
  );
  expect((await checkTable(keeper, file)).counts).toMatchObject({ new: 1, rejected: 1 });
  const { reply } = await keeper.call(imports.rows, {
    params: { id: file.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data[0]?.errors).toEqual([
    {
      field: 'barcodes',
      message: 'The check digit of 5012345678901 is wrong: the code should end in 0. Scan or type it again.',
    },
  ]);
  await commitTable(keeper, file.id);
  const { barcodes } = await bySku('BC-1');
  expect(barcodes.map(({ code, factor }) => [code, factor])).toEqual([
    ['5012345678900', 1000],
    ['96385074', 6000],
    ['77', 1000],
    ['88', 1000],
  ]);
});
