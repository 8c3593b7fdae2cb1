import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { insertOrder, insertPayment } from '../../../tests/support/purchases';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

test('the figures are those of the suppliers, each part only with its right', async () => {
  const buyer = await shop.as('create_supplier', 'view_supplier', 'view_dashboard');
  const add = async (name: string, status = 'active') =>
    (await buyer.call(suppliers.create, { body: { name, status } })).reply.id;
  const [one, two] = [await add('One'), await add('Two')];
  await add('Three', 'inactive');
  const created_by = buyer.userId;
  await insertOrder(shop.db, { supplier_id: one, created_by, total_pence: 5_000 });
  await insertOrder(shop.db, { supplier_id: one, created_by, total_pence: 9_999, status: 'draft' });
  await insertOrder(shop.db, {
    supplier_id: two,
    created_by,
    total_pence: 3_000,
    status: 'completed',
    credited_pence: 500,
  });
  await insertPayment(shop.db, { supplier_id: one, created_by, amount_pence: 1_000 });
  await insertPayment(shop.db, { supplier_id: two, created_by, amount_pence: 4_000 });

  const { reply } = await buyer.call(dashboard.show);
  expect(reply.suppliers).toEqual({
    active: 2,
    inactive: 1,
    open_orders: 1,
    open_order_amount: 5_000,
    outstanding_amount: 2_500,
    owed_most: [{ id: one, name: 'One', outstanding_amount: 4_000 }],
  });
  expect(reply.failed_emails).toBeNull();
  expect(reply.activity.map(entry => entry.record_name)).toEqual(['Three', 'Two', 'One']);

  const guest = await shop.as('view_dashboard');
  expect((await guest.call(dashboard.show)).reply).toEqual({
    suppliers: null,
    failed_emails: null,
    activity: [],
  });
  const auditor = await shop.as('view_dashboard', 'view_audit');
  expect((await auditor.call(dashboard.show)).reply.activity).toHaveLength(3);
});
