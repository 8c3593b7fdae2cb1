import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { listViews } from '#domain/list-views/list-view.contract';
import { productBulk } from '#domain/products/product-bulk.contract';
import { products } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { someCustomer, someSupplier } from '../support/books';
import { previewOf } from '../support/bulk-changes';
import { someProduct } from '../support/products';
import { insertOrder } from '../support/purchases';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller & { readonly userId: number };
/** Ids by name. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  const { db } = app;
  for (const name of ['Tea', 'Coffee', 'Cake']) ids[name] = await master('categories', name);
  ids['Green'] = await master('sub_categories', 'Green', ids['Tea']);
  ids['Black'] = await master('sub_categories', 'Black', ids['Tea']);
  ids['Beans'] = await master('sub_categories', 'Beans', ids['Coffee']);
  await someProduct(db, { name: 'Sencha', category_id: ids['Tea'], sub_category_id: ids['Green'] });
  await someProduct(db, { name: 'Assam', category_id: ids['Tea'], sub_category_id: ids['Black'] });
  await someProduct(db, { name: 'Arabica', category_id: ids['Coffee'], sub_category_id: ids['Beans'] });
  await someProduct(db, { name: 'Madeira', category_id: ids['Cake'] });
  await someProduct(db, { name: 'Teapot' });
  for (const [name, total_pence] of [
    ['Acme', 1200],
    ['Brew', 3400],
    ['Crumb', 5600],
  ] as const) {
    const supplier_id = await someSupplier(db, name);
    ids[name] = supplier_id;
    await insertOrder(db, { supplier_id, created_by: admin.userId, total_pence, po_number: `PO-${name}` });
  }
});
afterAll(() => app.close());

async function master(table: string, name: string, category?: number): Promise<number> {
  const { rows } = await (category === undefined
    ? sql<{
        id: number;
      }>`insert into ${sql.table(table)} (name, created_at, updated_at) values (${name}, now(), now()) returning id`
    : sql<{ id: number }>`insert into ${sql.table(table)} (name, category_id, created_at, updated_at)
          values (${name}, ${category}, now(), now()) returning id`
  ).execute(app.db);
  return rows[0]?.id ?? 0;
}

const idsOf = (...names: string[]) => names.map(name => ids[name]).join(',');
const productsOf = async (query: Record<string, string>) =>
  (await admin.call(products.list, { query: { sort_by: 'name', ...query } })).reply.data.map(
    ({ name }) => name,
  );

test('several categories find the products of each; an old address with one still works', async () => {
  expect(await productsOf({ category_id: idsOf('Tea') })).toEqual(['Assam', 'Sencha']);
  expect(await productsOf({ category_id: idsOf('Tea', 'Coffee') })).toEqual(['Arabica', 'Assam', 'Sencha']);
  expect(await productsOf({ category_id: idsOf('Coffee', 'Tea', 'Coffee') })).toEqual([
    'Arabica',
    'Assam',
    'Sencha',
  ]);
  expect(await productsOf({ category_id: `${idsOf('Cake')},999999` })).toEqual(['Madeira']);
  expect(await productsOf({ category_id: '999999,999998' })).toEqual([]);
  expect(await productsOf({ category_id: '' })).toHaveLength(5);
});

test('filters of records narrow one another: categories, then sub-categories of any of them', async () => {
  const stockOf = async (query: Record<string, string>) =>
    (await admin.call(stockLevels.list, { query: { sort_by: 'name', ...query } })).reply.data.map(
      ({ name }) => name,
    );
  const category_id = idsOf('Tea', 'Coffee');
  expect(await stockOf({ category_id, sub_category_id: idsOf('Green', 'Beans') })).toEqual([
    'Arabica',
    'Sencha',
  ]);
  expect(await stockOf({ category_id: idsOf('Cake'), sub_category_id: idsOf('Green') })).toEqual([]);
});

test('totals, export and a change of all results honour several suppliers or categories', async () => {
  const query = { supplier_id: idsOf('Acme', 'Crumb') };
  const { reply } = await admin.call(purchases.list, { query: { ...query, sort_by: 'total_amount' } });
  expect(reply.data.map(order => [order.po_number, order.total_amount])).toEqual([
    ['PO-Acme', 1200],
    ['PO-Crumb', 5600],
  ]);
  expect(reply.total).toBe(2);
  const totals = (await admin.call(purchases.totals, { query })).reply;
  expect(totals).toMatchObject({ orders: 2, owed: 6800 });
  const file = (await admin.call(purchases.export, { query })).raw.toString();
  expect(file).toContain('PO-Acme');
  expect(file).toContain('PO-Crumb');
  expect(file).not.toContain('PO-Brew');

  const filter = { category_id: idsOf('Tea', 'Cake') };
  const preview = await previewOf(admin, productBulk, filter, { status: 'inactive' });
  expect(preview.count).toBe(3);
});

test('a report finds what belongs to none of the records together with some of them', async () => {
  const status = async (category_id: string) =>
    (await admin.call(productMargins.list, { query: { category_id } })).status;
  expect(await status(`none,${idsOf('Tea')}`)).toBe(200);
  expect(await status('none')).toBe(200);
});

test('a saved view keeps several records', async () => {
  const params = { category_id: idsOf('Tea', 'Coffee') };
  const { reply } = await admin.call(listViews.create, {
    body: { list: '/products', name: 'Drinks', params },
  });
  expect(reply.params).toEqual(params);
});

test('the names of several suppliers or customers are found by their ids in one call', async () => {
  const { reply } = await admin.call(suppliers.search, { query: { id: idsOf('Crumb', 'Acme') } });
  expect(reply.data.map(({ name }) => name)).toEqual(['Acme', 'Crumb']);
  const [ada, bob] = [await someCustomer(app.db, 'Ada'), await someCustomer(app.db, 'Bob')];
  await someCustomer(app.db, 'Cy');
  const found = await admin.call(customers.search, { query: { id: `${bob},${ada}` } });
  expect(found.reply.data.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
});
