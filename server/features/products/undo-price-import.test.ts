import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  keeper = await shop.as('view_product', 'create_product', 'edit_product', 'delete_product');
});
afterAll(() => shop.close());

test('V9 V1 an undone import of only the price mode or the VAT code leaves the price as it is now in its history', async () => {
  for (const [column, value, imported] of [
    ['Price includes VAT', 'no', [500, false, 'S']],
    ['VAT', 'Z', [500, true, 'Z']],
  ] as const) {
    const id = await someProduct(shop.db, { price: 500 as never, vat_code: 'S', price_includes_vat: true });
    const read = async () => (await keeper.call(products.get, { params: { id } })).reply;
    const { sku } = await read();
    const content = csvOf([
      ['SKU', column],
      [sku, value],
    ]);
    const table = await uploadTable(keeper, 'products', { name: 'prices.csv', content });
    expect((await checkTable(keeper, table)).counts).toMatchObject({ changed: 1 });
    await commitTable(keeper, table.id);
    const newest = async () => {
      const [change] = (await read()).price_changes;
      return [change?.price, change?.price_includes_vat, change?.vat_code];
    };
    expect(await newest()).toEqual(imported);
    await keeper.call(imports.undo, { params: { id: table.id } });
    expect((await settled(keeper, table.id)).state).toBe('undone');
    expect(await read()).toMatchObject({ price: 500, price_includes_vat: true, vat_code: 'S' });
    expect(await newest()).toEqual([500, true, 'S']);
  }
});
