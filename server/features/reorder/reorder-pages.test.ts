import { afterAll, beforeAll, expect, test } from 'vitest';
import { quantityFromText as q } from '#domain/kernel/quantity';
import { products } from '#domain/products/product.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

test('the pages of one list are of one order, and follow the next change of a product', async () => {
  const ids: number[] = [];
  for (const name of ['Paged C', 'Paged A', 'Paged B'])
    ids.push(await someProduct(app.db, { name, reorder_level: q('20') }));
  const page = async (number: string) => {
    const query = { search: 'paged', sort_by: 'name', per_page: '2', page: number } as const;
    const { data, total, last_page } = (await admin.call(reorder.list, { query })).reply;
    return { names: data.map(({ name }) => name), total, last_page };
  };
  expect(await page('1')).toEqual({ names: ['Paged A', 'Paged B'], total: 3, last_page: 2 });
  expect(await page('2')).toEqual({ names: ['Paged C'], total: 3, last_page: 2 });
  expect(await page('3')).toEqual({ names: [], total: 3, last_page: 2 });
  const [, first = 0] = ids;
  expect(
    (await admin.call(products.archive, { params: { id: first }, body: { archived: true } })).status,
  ).toBe(200);
  expect(await page('1')).toEqual({ names: ['Paged B', 'Paged C'], total: 2, last_page: 1 });
  expect(await page('2')).toEqual({ names: [], total: 2, last_page: 1 });
});
