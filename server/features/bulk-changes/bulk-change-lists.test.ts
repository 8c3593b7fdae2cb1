import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkChanges } from '#domain/bulk-changes/bulk-change.contract';
import { customerBulk } from '#domain/customers/customer-bulk.contract';
import { customers } from '#domain/customers/customer.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { masterBulks } from '#domain/masters/master-bulk.contract';
import { brands, categories, expenseCategories, subCategories, units } from '#domain/masters/master.contract';
import { priceGroupBulk, promotionBulk } from '#domain/pricing/price-bulk.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { products } from '#domain/products/product.contract';
import { productBulk } from '#domain/products/product-bulk.contract';
import { supplierBulk } from '#domain/suppliers/supplier-bulk.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { previewOf, startChange, workOff } from '../../../tests/support/bulk-changes';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { bulkChangeJobs } from './work-on-change';

const masters = {
  categories,
  sub_categories: subCategories,
  brands,
  units,
  expense_categories: expenseCategories,
};

let app: TestApp;
let keeper: Caller;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as(
    'view_product',
    'create_product',
    'edit_product',
    'view_customer',
    'create_customer',
    'edit_customer',
    'sell_on_account',
    'view_supplier',
    'create_supplier',
    'edit_supplier',
    'view_ledger',
    'export_data',
  );
});
afterAll(() => app.close());

test('customers: tags, terms and credit limit change together, and undo restores them', async () => {
  const add = async (name: string, tags: string[]) =>
    (await keeper.call(customers.create, { body: { name, tags } })).reply.id;
  const one = await add('Tagged one', ['old', 'trade']);
  await add('Tagged two', ['vip']);
  const change = {
    add_tags: ['vip'],
    remove_tags: ['old'],
    payment_terms_days: 14,
    credit_limit: '250.00',
    status: 'inactive',
  };
  const { id, summary } = await startChange(keeper, customerBulk, { search: 'tagged' }, change);
  expect(summary).toContain('Add tags: vip, Remove tags: old');
  await workOff(app.db, id);
  const customerNow = async () => (await keeper.call(customers.get, { params: { id: one } })).reply;
  expect(await customerNow()).toMatchObject({
    tags: ['trade', 'vip'],
    payment_terms_days: 14,
    credit_limit: 25_000,
    status: 'inactive',
  });
  // Who may not give credit may not take it back either, and is not asked to.
  const shown = async (who: Caller) => (await who.call(bulkChanges.get, { params: { id } })).reply.can_undo;
  const clerk = await app.as('view_customer', 'edit_customer');
  const why = 'You do not have permission to change a customer’s payment terms or credit limit.';
  expect(await shown(clerk)).toEqual({ allowed: false, reason: why });
  expect((await clerk.call(bulkChanges.undo, { params: { id } })).refusal.message).toBe(why);
  expect(await shown(keeper)).toEqual({ allowed: true });
  await keeper.call(bulkChanges.undo, { params: { id } });
  await workOff(app.db, id);
  expect((await shown(keeper)).allowed).toBe(false);
  expect(await customerNow()).toMatchObject({
    tags: ['old', 'trade'],
    payment_terms_days: 30,
    credit_limit: null,
    status: 'active',
  });
  const { reply } = await keeper.call(customers.list, { query: { search: 'walk-in' } });
  const walkIn = reply.data.find(row => row.is_walk_in)?.id ?? 0;
  expect(
    await previewOf(
      keeper,
      customerBulk,
      { ids: String(walkIn) },
      { status: 'inactive', credit_limit: null },
    ),
  ).toMatchObject({
    refused: 1,
    reasons: [{ reason: 'The walk-in customer must stay active because the till uses it.' }],
  });
  const blind = await app.as('view_customer', 'edit_customer');
  const owing = await blind.call(customerBulk.preview, {
    body: { filter: { standing: 'owing' }, change: { status: 'inactive' } },
  });
  expect(owing.status).toBe(403);
});

test('customers: the price group changes for users who may lower prices, and undo restores it (audit 14, item 3)', async () => {
  const owner = await app.as('admin');
  const group = async (name: string) =>
    (await owner.call(priceGroups.create, { body: { name, percent_off: '10' } })).reply.id;
  const [trade, staff] = [await group('Bulk trade'), await group('Bulk staff')];
  const add = async (name: string, price_group_id: number | null) =>
    (await owner.call(customers.create, { body: { name, price_group_id } })).reply.id;
  const [one, other] = [await add('Grouped one', null), await add('Grouped two', staff)];
  const groupOf = async (id: number) =>
    (await owner.call(customers.get, { params: { id } })).reply.price_group?.id ?? null;
  const filter = { search: 'grouped' };
  const { id, summary } = await startChange(owner, customerBulk, filter, { price_group_id: trade });
  expect(summary).toBe('Price group: Bulk trade');
  await workOff(app.db, id);
  expect([await groupOf(one), await groupOf(other)]).toEqual([trade, trade]);
  const why = 'You do not have permission to change a customer’s price group.';
  const change = { price_group_id: null };
  const refused = await keeper.call(customerBulk.preview, { body: { filter, change } });
  expect([refused.status, refused.refusal.message]).toEqual([403, why]);
  expect((await keeper.call(bulkChanges.undo, { params: { id } })).refusal.message).toBe(why);
  const gone = await owner.call(customerBulk.preview, {
    body: { filter, change: { price_group_id: 999_999 } },
  });
  expect(gone.refusal.errors).toHaveProperty(['change.price_group_id']);
  await owner.call(bulkChanges.undo, { params: { id } });
  await workOff(app.db, id);
  expect([await groupOf(one), await groupOf(other)]).toEqual([null, staff]);
  const walkIn = {
    ids: String((await owner.call(customers.list, { query: { search: 'walk-in' } })).reply.data[0]?.id),
  };
  expect(await previewOf(owner, customerBulk, walkIn, { price_group_id: trade })).toMatchObject({
    refused: 1,
    reasons: [{ reason: 'The walk-in customer always pays list prices.' }],
  });
});

test('products: sub-category, unit and stock policy change by the rules of one product (audit 14, item 3)', async () => {
  const owner = await app.as('admin');
  const category = async (name: string) => (await owner.call(categories.create, { body: { name } })).reply.id;
  const [food, drink] = [await category('Bulk food'), await category('Bulk drink')];
  const { reply: tea } = await owner.call(subCategories.create, {
    body: { name: 'Bulk tea', category_id: drink },
  });
  const { reply: pack } = await owner.call(units.create, { body: { name: 'Bulk pack', is_whole: true } });
  const [whole, half, below] = [
    await someProduct(app.db, { name: 'Sorted whole', category_id: food }),
    await someProduct(app.db, { name: 'Sorted half' }),
    await someProduct(app.db, { name: 'Sorted below', stock_policy: 'allow' }),
  ];
  await sql`update stock_pools set quantity = 0.5 where product_id = ${half}`.execute(app.db);
  await sql`update stock_pools set quantity = -1 where product_id = ${below}`.execute(app.db);
  const filter = { search: 'sorted' };
  const errorsOf = async (change: object) =>
    (await owner.call(productBulk.preview, { body: { filter, change } })).refusal.errors;
  expect(await errorsOf({ sub_category_id: tea.id })).toHaveProperty(['change.category_id']);
  expect(await errorsOf({ category_id: food, sub_category_id: tea.id })).toHaveProperty([
    'change.sub_category_id',
  ]);
  expect(await errorsOf({ unit_id: 999_999 })).toHaveProperty(['change.unit_id']);
  const change = { category_id: drink, sub_category_id: tea.id, unit_id: pack.id, stock_policy: 'ask' };
  const preview = await previewOf(owner, productBulk, filter, change);
  expect(preview).toMatchObject({ changed: 1, refused: 2 });
  expect(preview.reasons.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('There is a fraction of this product in stock'),
      expect.stringContaining('Its stock is below zero'),
    ]),
  );
  const { id, summary } = await startChange(owner, productBulk, filter, change);
  for (const words of ['Sub-category: Bulk tea', 'Unit: Bulk pack', 'If stock runs out: Ask for approval'])
    expect(summary).toContain(words);
  await workOff(app.db, id);
  const productNow = async () => (await owner.call(products.get, { params: { id: whole } })).reply;
  expect(await productNow()).toMatchObject({
    category: { id: drink },
    sub_category: { id: tea.id },
    unit: { id: pack.id },
    stock_policy: 'ask',
  });
  await owner.call(bulkChanges.undo, { params: { id } });
  await workOff(app.db, id);
  expect(await productNow()).toMatchObject({
    category: { id: food },
    sub_category: null,
    unit: { name: 'Each' },
    stock_policy: 'block',
  });
});

test('suppliers: the status changes; the list of changes shows only those of lists that the user may change', async () => {
  await keeper.call(suppliers.create, { body: { name: 'Bulk supplier' } });
  const { id } = await startChange(keeper, supplierBulk, { search: 'bulk supplier' }, { status: 'inactive' });
  await workOff(app.db, id);
  const { reply } = await keeper.call(suppliers.list, { query: { search: 'bulk supplier' } });
  expect(reply.data).toMatchObject([{ status: 'inactive' }]);
  const { data } = (await keeper.call(suppliers.list, { query: { ids: String(reply.data[0]?.id) } })).reply;
  expect(data).toHaveLength(1);
  const listed = await keeper.call(bulkChanges.list, {
    query: { list: 'suppliers', state: 'done', search: 'a' },
  });
  expect(listed.reply.data.every(row => row.list === 'suppliers')).toBe(true);
  expect((await keeper.call(bulkChanges.list)).reply.data[0]).toMatchObject({
    id,
    list: 'suppliers',
    summary: 'Status: Inactive',
    changed_count: 1,
  });
  const file = await keeper.call(bulkChanges.export, { query: { format: 'csv' } });
  expect(file.raw.toString()).toContain('Suppliers,Status: Inactive,Done,1,1,0,0,0,0,');
  const other = await app.as('edit_product');
  expect((await other.call(bulkChanges.list)).reply.data.some(row => row.list === 'suppliers')).toBe(false);
  expect((await other.call(bulkChanges.get, { params: { id } })).status).toBe(403);
  expect((await other.call(bulkChanges.undo, { params: { id } })).status).toBe(403);
  expect((await keeper.call(bulkChanges.get, { params: { id: 999_999 } })).status).toBe(404);
});

test.each(['categories', 'sub_categories', 'brands', 'units', 'expense_categories'] as const)(
  '%s are deactivated together, and undo activates those that were active',
  async kind => {
    const clerk = await app.as('view_master', 'create_master', 'edit_master');
    const calls = masters[kind];
    const extra =
      kind === 'sub_categories'
        ? {
            category_id: (await clerk.call(categories.create, { body: { name: 'Home of many' } })).reply.id,
          }
        : {};
    const add = async (name: string, status: 'active' | 'inactive') =>
      (await clerk.call(calls.create, { body: { name, status, ...extra } as never })).reply.id;
    const [one, two] = [await add('Many one', 'active'), await add('Many two', 'active')];
    const off = await add('Many three', 'inactive');
    const apart = await add('Apart', 'active');
    const statuses = async () => {
      const { data } = (await clerk.call(calls.list, { query: { per_page: '100' } })).reply;
      return [one, two, off, apart].map(id => data.find(row => row.id === id)?.status);
    };
    const filter = { search: 'many', status: 'active' };
    const bulk = masterBulks[kind];
    expect(await previewOf(clerk, bulk, filter, { status: 'inactive' })).toMatchObject({
      count: 2,
      changed: 2,
    });
    const { id, summary } = await startChange(
      clerk,
      bulk,
      { ids: `${one},${two},${off}` },
      { status: 'inactive' },
    );
    expect(summary).toBe('Status: Inactive');
    await workOff(app.db, id);
    expect(await statuses()).toEqual(['inactive', 'inactive', 'inactive', 'active']);
    expect((await clerk.call(bulkChanges.get, { params: { id } })).reply).toMatchObject({
      list: kind,
      changed_count: 2,
      unchanged_count: 1,
    });
    const reader = await app.as('view_master', 'edit_product');
    const refused = await reader.call(bulk.preview, { body: { filter, change: { status: 'inactive' } } });
    expect(refused.status).toBe(403);
    expect((await reader.call(bulkChanges.undo, { params: { id } })).status).toBe(403);
    await clerk.call(bulkChanges.undo, { params: { id } });
    await workOff(app.db, id);
    expect(await statuses()).toEqual(['active', 'active', 'inactive', 'active']);
  },
);

test('price groups and promotions are deactivated together, found by the state of the day, and restored', async () => {
  const owner = await app.as('view_product', 'edit_product');
  const group = async (name: string) =>
    (await owner.call(priceGroups.create, { body: { name, percent_off: '5' } })).reply.id;
  await group('Club gold');
  await group('Club silver');
  const promotion = async (name: string, starts_on: string, ends_on: string) =>
    (
      await owner.call(promotions.create, {
        body: { name, kind: 'percentage', percent_off: '10', applies_to: 'everything', starts_on, ends_on },
      })
    ).reply.id;
  await promotion('Long ago', '2020-01-01', '2020-01-31');
  await promotion('Always', '2020-01-01', '2090-01-31');
  const groups = await startChange(owner, priceGroupBulk, { search: 'club' }, { status: 'inactive' });
  const ended = await startChange(owner, promotionBulk, { state: 'ended' }, { status: 'inactive' });
  expect([groups.row_count, ended.row_count]).toEqual([2, 1]);
  for (const { id } of [groups, ended]) await workOff(app.db, id);
  const states = async () => {
    const query = { per_page: '100' };
    const listed = (await owner.call(promotions.list, { query })).reply.data;
    const found = (await owner.call(priceGroups.list, { query: { ...query, search: 'club' } })).reply.data;
    return [...found.map(row => row.status), ...listed.map(row => `${row.name} ${row.state}`)].toSorted();
  };
  expect(await states()).toEqual(['Always running', 'Long ago inactive', 'inactive', 'inactive']);
  for (const { id } of [groups, ended]) {
    await owner.call(bulkChanges.undo, { params: { id } });
    await workOff(app.db, id);
  }
  expect(await states()).toEqual(['Always running', 'Long ago ended', 'active', 'active']);
});

test('changes are forgotten after 90 days', async () => {
  const product = await someProduct(app.db, { name: 'Forgotten' });
  const { id } = await startChange(keeper, productBulk, { ids: String(product) }, { status: 'inactive' });
  await workOff(app.db, id);
  const inTime = (days: number) => new Date(Date.now() + days * 24 * 3600_000);
  const forget = (now: Date) =>
    bulkChangeJobs({ db: app.runtimeDb, clock: () => now, log: { error: () => undefined } })
      .handlers.find(one => one.name === 'forget-bulk-changes')
      ?.run({});
  await forget(inTime(89));
  expect((await keeper.call(bulkChanges.get, { params: { id } })).status).toBe(200);
  await forget(inTime(91));
  expect((await keeper.call(bulkChanges.get, { params: { id } })).status).toBe(404);
});
