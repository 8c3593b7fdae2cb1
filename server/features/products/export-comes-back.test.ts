import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#domain/products/product.contract';
import { checkTable, uploadTable } from '../../../tests/support/imports';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  keeper = await shop.as(
    'view_product',
    'create_product',
    'edit_product',
    'delete_product',
    'adjust_stock',
    'export_data',
  );
});
afterAll(() => shop.close());

test('an export comes back unchanged with separators in barcodes, and filtered to any status', async () => {
  const unit_id = await someUnit(shop.db, 'Each');
  const added = [
    {
      sku: 'ODD-1',
      codes: [{ code: 'A,B;C|D' }, { code: 'BOX"6,7', factor: '6' }, { code: '"E' }, { code: 'PLAIN' }],
    },
    { sku: 'OLD-1', codes: [] },
  ];
  for (const { sku, codes: barcodes } of added) {
    const { status, reply } = await keeper.call(products.create, {
      body: { sku, name: `Product ${sku}`, unit_id, price: '1.00', barcodes },
    });
    expect(status).toBe(200);
    if (sku === 'OLD-1')
      await keeper.call(products.archive, { params: { id: reply.id }, body: { archived: true } });
  }
  for (const status of ['active', 'archived'] as const) {
    const { raw } = await keeper.call(products.export, { query: { format: 'csv', status } });
    const read = await uploadTable(keeper, 'products', { name: 'part.csv', content: raw });
    const { counts } = await checkTable(keeper, read);
    expect([status, counts]).toEqual([
      status,
      { new: 0, changed: 0, unchanged: 1, repeated: 0, rejected: 0 },
    ]);
  }
});
