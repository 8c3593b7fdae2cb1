import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { quantityFromText as q } from '#domain/kernel/quantity';
import { products } from '#domain/products/product.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../../../tests/support/books';
import { moved } from '../../../tests/support/moved-stock';
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

test('4.13 the list has every product with something to order and no other, whatever its supplier takes', async () => {
  const yesterday = addDays(londonDate(new Date()), -1);
  const supplier = await someSupplier(app.db, 'Slow seller');
  for (const reorder_level of [null, q('5'), q('20')])
    for (const left of [0, 5, 6, 40])
      for (const [sold, lead_time_days] of [
        [0, null],
        [12, null],
        [12, 1],
        [12, 90],
      ] as const) {
        const id = await someProduct(app.db, { name: 'Listed', reorder_level });
        if (left + sold > 0) await moved(app.db, yesterday, ['opening', id, left + sold]);
        if (sold > 0) await moved(app.db, yesterday, ['sale', id, -sold]);
        if (lead_time_days !== null) {
          const params = { id: supplier, product_id: id };
          await admin.call(supplierPrices.save, { params, body: { lead_time_days } });
        }
      }
  const list = async (show: object) => {
    const query = { search: 'listed', per_page: '1000', ...show };
    return (await admin.call(reorder.list, { query })).reply.data;
  };
  const idsOf = (rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }) => id).toSorted((a, b) => a - b);
  const all = await list({ show: 'all' });
  // Four without a level have not been sold.
  expect(all).toHaveLength(44);
  const toOrder = all.filter(({ suggested }) => suggested > 0);
  expect(idsOf(await list({}))).toEqual(idsOf(toOrder));
  // 40 left last 100 days at 12 in 30: enough for a supplier who takes 7 days or one, not for one who takes 90.
  const isLate = ({ on_hand, reorder_level }: (typeof all)[number]) =>
    on_hand === q('40') && reorder_level === null;
  expect(all.filter(isLate)).toHaveLength(3);
  expect(all.filter(isLate).filter(({ suggested }) => suggested > 0)).toHaveLength(1);
  const low = all.filter(({ on_hand, reorder_level }) => reorder_level !== null && on_hand <= reorder_level);
  expect(idsOf(await list({ show: 'low' }))).toEqual(idsOf(low));
  expect(low.length).toBeGreaterThan(10);
});
