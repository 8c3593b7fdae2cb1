import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { breachesOf } from '../../../tests/support/books';
import { checkTable, commitTable, csvOf, uploadTable } from '../../../tests/support/imports';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  admin = await shop.as('admin');
  await someUnit(shop.db, 'Each');
});
afterAll(() => shop.close());

const head = ['SKU', 'Name', 'Unit', 'Price', 'Standard cost', 'Opening quantity', 'Opening unit cost'];
const upload = (...rows: readonly string[][]) =>
  uploadTable(admin, 'products', { name: 'costs.csv', content: csvOf([head, ...rows]) });
const bySku = async (sku: string) => {
  const { reply } = await admin.call(products.list, { query: { search: sku } });
  const id = reply.data.find(product => product.sku === sku)?.id ?? 0;
  return (await admin.call(products.get, { params: { id } })).reply;
};

test('F08 M3 costs with six decimals are imported exactly, and importing twice changes nothing', async () => {
  const rows = [
    ['BAG', 'Paper bag', 'Each', '0.10', '£0.0312', '1000', '£0.0312'],
    ['PAD', 'Seat pad', 'Each', '59.00', '33.7055', '7', ''],
    ['PIN', 'Pin', 'Each', '0.01', '0.000001', '', ''],
  ];
  const read = await upload(...rows);
  expect((await checkTable(admin, read)).counts).toMatchObject({ new: 3, rejected: 0 });
  await commitTable(admin, read.id);
  // 1,000 at 3.12p are £31.20; 7 at £33.7055 are £235.9385, rounded once.
  expect(await bySku('BAG')).toMatchObject({ standard_cost: '0.0312', stock_value: 3120 });
  expect(await bySku('PAD')).toMatchObject({ standard_cost: '33.7055', stock_value: 23_594 });
  expect(await bySku('PIN')).toMatchObject({ standard_cost: '0.000001' });
  expect(await breachesOf(shop.db)).toEqual([]);
  const again = await upload(...rows);
  expect((await checkTable(admin, again)).counts).toMatchObject({ unchanged: 3, new: 0, changed: 0 });
  const file = (await admin.call(products.export)).raw.toString();
  for (const cost of ['0.0312', '33.7055', '0.000001']) expect(file).toContain(cost);
});

test('F08 a seventh decimal is refused, not truncated', async () => {
  const read = await upload(['FINE', 'Fine', 'Each', '1.00', '0.0312001', '5', '1.2345678']);
  await checkTable(admin, read);
  const { reply } = await admin.call(imports.rows, {
    params: { id: read.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data[0]?.errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'standard_cost: 0.0312001 has more than six decimals. Enter at most six, such as 0.031250.',
    'opening_unit_cost: 1.2345678 has more than six decimals. Enter at most six, such as 0.031250.',
  ]);
});
