import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkChanges } from '#domain/bulk-changes/bulk-change.contract';
import { customerBulk } from '#domain/customers/customer-bulk.contract';
import { customers } from '#domain/customers/customer.contract';
import { productBulk } from '#domain/products/product-bulk.contract';
import { supplierBulk } from '#domain/suppliers/supplier-bulk.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { previewOf, startChange, workOff } from '../../../tests/support/bulk-changes';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { bulkChangeJobs } from './work-on-change';

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
