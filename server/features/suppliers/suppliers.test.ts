import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { londonDate } from '#domain/kernel/dates';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { insertOrder, insertPayment } from '../../../tests/support/purchases';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let buyer: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  buyer = await shop.as(
    'view_supplier',
    'create_supplier',
    'edit_supplier',
    'delete_supplier',
    'export_data',
  );
});
afterAll(() => shop.close());

const addSupplier = async (body: Record<string, unknown>) =>
  (await buyer.call(suppliers.create, { body })).reply;
const order = (supplier_id: number, total_pence: number, more: object = {}) =>
  insertOrder(shop.db, { supplier_id, created_by: buyer.userId, total_pence, ...more });
const payment = (supplier_id: number, amount_pence: number, more: object = {}) =>
  insertPayment(shop.db, { supplier_id, created_by: buyer.userId, amount_pence, ...more });
const rowOf = async (name: string) =>
  (await buyer.call(suppliers.list, { query: { search: name } })).reply.data[0];

test('C-08 a supplier is added, edited and deleted with its six fields, each step in the audit log', async () => {
  const { reply: added, status } = await buyer.call(suppliers.create, {
    body: {
      name: 'Thornbury Foods',
      email: ' orders@thornbury.example ',
      phone: '',
      contact_person: 'Zoë Łukasz',
      address: '1 High St\r\nBristol',
    },
  });
  expect(status).toBe(200);
  expect(added).toMatchObject({
    name: 'Thornbury Foods',
    email: 'orders@thornbury.example',
    phone: null,
    contact_person: 'Zoë Łukasz',
    address: '1 High St\nBristol',
    status: 'active',
    version: 1,
  });
  expect(await shop.audits()).toMatchObject([
    { action: 'created', record_type: 'supplier', record_id: added.id },
  ]);

  const params = { id: added.id };
  const edited = await buyer.call(suppliers.update, {
    params,
    body: { name: 'Thornbury', status: 'inactive', version: 1 },
  });
  expect(edited.reply).toMatchObject({ name: 'Thornbury', email: null, status: 'inactive', version: 2 });
  expect(await shop.audits()).toMatchObject([
    {
      action: 'edited',
      before: { name: 'Thornbury Foods', status: 'active' },
      after: { name: 'Thornbury', status: 'inactive' },
    },
  ]);
  expect((await buyer.call(suppliers.update, { params, body: { name: 'Late', version: 1 } })).status).toBe(
    409,
  );

  expect((await buyer.call(suppliers.remove, { params })).status).toBe(200);
  expect(await shop.audits()).toMatchObject([{ action: 'deleted', record_id: added.id }]);
  expect((await buyer.call(suppliers.get, { params })).refusal).toMatchObject({
    code: 'not_found',
    message: 'Supplier not found.',
  });
});

test('V-01 V-03 invalid input is refused by field', async () => {
  const refused = async (body: Record<string, unknown>) =>
    (await buyer.call(suppliers.create, { body })).refusal.errors;
  const address = 'Enter one email address, such as name@example.co.uk.';
  expect(await refused({})).toEqual({ name: ['Name is required.'] });
  expect(await refused({ name: 'A', email: 'a@b.com\r\nBcc: evil@x.test' })).toEqual({ email: [address] });
  expect(await refused({ name: 'A', email: 'a@b.com,c@d.com' })).toEqual({ email: [address] });
  expect(await refused({ name: 'x'.repeat(201) })).toEqual({
    name: ['Name can have at most 200 characters.'],
  });
});

test('P6 P7 P8 P9 P10 D-04 the figures of the list count committed orders and completed payments', async () => {
  const { id } = await addSupplier({ name: 'Figures Ltd' });
  const sent = await order(id, 10_000, { order_date: '2026-01-10' });
  await order(id, 20_050, { status: 'completed', order_date: '2026-02-28', credited_pence: 50 });
  await order(id, 500, { status: 'received', order_date: '2026-02-01' });
  await order(id, 99_999, { status: 'draft', order_date: '2026-05-01' });
  const cancelled = await order(id, 88_888, { status: 'cancelled', order_date: '2026-06-01' });
  await payment(id, 4_000, { purchase_order_id: sent });
  await payment(id, 1_000, { purchase_order_id: sent, direction: 'in' });
  await payment(id, 700, { purchase_order_id: cancelled });
  await payment(id, 300);
  for (const status of ['pending', 'failed', 'cancelled']) await payment(id, 77_777, { status });

  expect(await rowOf('figures ltd')).toMatchObject({
    total_purchase_orders: 3,
    total_purchase_amount: 30_500,
    total_paid_amount: 4_000,
    outstanding_amount: 26_500,
    last_purchase_date: '2026-02-28',
  });
});

test('P10 a supplier without orders has zeros and no date; one paid in advance is in credit', async () => {
  await addSupplier({ name: 'Nothing yet' });
  expect(await rowOf('nothing yet')).toMatchObject({
    total_purchase_orders: 0,
    total_purchase_amount: 0,
    total_paid_amount: 0,
    outstanding_amount: 0,
    last_purchase_date: null,
  });
  const { id } = await addSupplier({ name: 'Paid ahead' });
  await payment(id, 1_234);
  expect(await rowOf('paid ahead')).toMatchObject({ total_paid_amount: 1_234, outstanding_amount: -1_234 });
  const file = await buyer.call(suppliers.export, { query: { search: 'paid ahead' } });
  const [head = '', line = ''] = file.raw.toString().split(/\r?\n/);
  expect(head).toContain('Total,Paid,Outstanding,In credit,');
  expect(line).toContain(',0.00,12.34,0.00,12.34,');
});

test('D-05 D-06 D-07 T-02 T-03 P4 the supplier’s page has orders, payments and the eight figures', async () => {
  const { id } = await addSupplier({ name: 'Page & Sons' });
  const part = await order(id, 10_000, { order_date: '2026-01-01', expected_delivery_date: '2026-01-20' });
  const full = await order(id, 5_000, {
    status: 'completed',
    order_date: '2026-02-01',
    credited_pence: 1_000,
  });
  await order(id, 0, { status: 'draft', order_date: '2026-03-01' });
  await payment(id, 2_500, {
    purchase_order_id: part,
    payment_date: '2026-01-05',
    method: 'cheque',
    reference_number: '000123',
    notes: 'First half',
  });
  await payment(id, 4_000, { purchase_order_id: full, payment_date: '2026-02-03', method: 'cash' });
  await payment(id, 900, { payment_date: '2026-02-04', method: 'upi', status: 'pending' });

  const { reply } = await buyer.call(suppliers.get, { params: { id } });

  expect(reply.purchaseOrders).toMatchObject([
    { total_amount: 0, paid_amount: 0, status: 'draft', paid_status: 'remaining' },
    { total_amount: 5_000, paid_amount: 4_000, status: 'completed', paid_status: 'paid' },
    {
      total_amount: 10_000,
      paid_amount: 2_500,
      status: 'sent',
      paid_status: 'remaining',
      expected_delivery_date: '2026-01-20',
    },
  ]);
  expect(reply.purchaseOrders[2]).toMatchObject({
    po_number: expect.stringMatching(/^PO-/),
    creator: { name: expect.stringMatching(/^Person/) },
  });
  expect(reply.payments_directory.transactions).toMatchObject([
    { payment_date: '2026-02-04', po_number: null, amount: 900, payment_method: 'upi', status: 'pending' },
    { payment_date: '2026-02-03', amount: 4_000, payment_method: 'cash', status: 'completed' },
    {
      payment_date: '2026-01-05',
      amount: 2_500,
      payment_method: 'cheque',
      reference_number: '000123',
      notes: 'First half',
    },
  ]);
  expect(reply.summary).toEqual({
    total_purchase_orders: 2,
    completed_orders: 1,
    active_orders: 1,
    total_transactions: 3,
    total_purchase_amount: 14_000,
    total_paid_amount: 6_500,
    outstanding_amount: 7_500,
    last_purchase_date: '2026-02-01',
  });
  expect(reply.purchase_orders_summary).toMatchObject({
    total_purchase_orders: 2,
    total_purchase_amount: 14_000,
  });
});

test('K-05 amounts are sent as pounds with two decimals, never as a float', async () => {
  const { id } = await addSupplier({ name: 'Wire' });
  await order(id, 123_450);
  const { raw } = await buyer.call(suppliers.list, { query: { search: 'wire' } });
  expect(raw.toString()).toContain('"total_purchase_amount":"1234.50"');
  expect(raw.toString()).not.toMatch(/_amount":-?\d/);
});

test('P12 a supplier with documents cannot be deleted: 409 names them and suggests deactivation', async () => {
  const { id } = await addSupplier({ name: 'Kept' });
  await order(id, 100);
  await order(id, 100);
  await payment(id, 100);
  const before = await shop.digest();
  const { status, refusal } = await buyer.call(suppliers.remove, { params: { id } });
  expect(status).toBe(409);
  expect(refusal.message).toBe(
    '“Kept” has 2 purchase orders and 1 payment, so it cannot be deleted. Set it to inactive instead.',
  );
  expect(await shop.digest()).toBe(before);
});

test('P12 a supplier with nothing but opening credit cannot be deleted either, and the refusal says why', async () => {
  const { id } = await addSupplier({ name: 'From before' });
  const admin = await shop.as('admin');
  const opened = await admin.call(openingBalances.addBill, {
    body: {
      kind: 'credit',
      supplier_id: id,
      supplier_bill_number: 'OLD-9',
      bill_date: londonDate(new Date()),
      amount: '12.00',
    },
  });
  expect(opened.status).toBe(200);
  const { status, refusal } = await buyer.call(suppliers.remove, { params: { id } });
  expect([status, refusal.message]).toEqual([
    409,
    '“From before” has 1 opening credit, so it cannot be deleted. Set it to inactive instead.',
  ]);
});

test('SL-01 SL-04 C-06 D-08 K-02 the list searches name, email and phone, filters, sorts and pages by ten', async () => {
  for (let n = 1; n <= 12; n++) {
    await addSupplier({
      name: `Quill ${String(n).padStart(2, '0')}`,
      email: `q${n}@quill.example`,
      phone: `0117 496 00${n}`,
      status: n > 10 ? 'inactive' : 'active',
    });
  }
  const names = async (query: Record<string, string>) =>
    (await buyer.call(suppliers.list, { query: { search: 'quill', ...query } })).reply.data.map(s => s.name);

  const { reply } = await buyer.call(suppliers.list, { query: { search: 'QUILL' } });
  expect(reply).toMatchObject({ current_page: 1, last_page: 2, total: 12 });
  expect(reply.data).toHaveLength(10);
  expect(reply.data[0]?.name).toBe('Quill 01');
  expect(await names({ page: '2' })).toEqual(['Quill 11', 'Quill 12']);
  expect(await names({ page: '3' })).toEqual([]);
  expect(await names({ status: 'inactive' })).toEqual(['Quill 11', 'Quill 12']);
  expect((await names({ sort_by: 'name', sort_order: 'desc' }))[0]).toBe('Quill 12');
  expect((await names({ sort_by: 'created_at', sort_order: 'desc' }))[0]).toBe('Quill 12');
  expect(await names({ search: 'q7@quill' })).toEqual(['Quill 07']);
  expect(await names({ search: '496 0012' })).toEqual(['Quill 12']);
  expect(await names({ search: '%' })).toEqual([]);
});

test('the filtered rows are exported as CSV', async () => {
  const { id } = await addSupplier({ name: '=Formula & Co' });
  await order(id, 250);
  const { raw, headers } = await buyer.call(suppliers.export, { query: { search: '=formula' } });
  expect(headers['content-disposition']).toContain('suppliers.csv');
  const lines = raw.toString('utf8').split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^'=Formula & Co,.*,1,2\.50,0\.00,2\.50,0\.00,2026-03-02,/);
});

test('the figures agree with a naive recomputation for any mix of orders and payments', async () => {
  const { id } = await addSupplier({ name: 'Mixture' });
  const statuses = ['draft', 'sent', 'received', 'completed', 'cancelled'];
  const orders = Array.from({ length: 40 }, (_, n) => ({
    total_pence: n * 137,
    status: statuses[n % 5] ?? 'draft',
  }));
  for (const { total_pence, status } of orders) await order(id, total_pence, { status });
  const payments = Array.from({ length: 30 }, (_, n) => ({
    amount_pence: 1 + n * 91,
    status: ['completed', 'pending', 'failed'][n % 3] ?? 'pending',
    direction: n % 7 === 0 ? 'in' : 'out',
  }));
  for (const { amount_pence, ...more } of payments) await payment(id, amount_pence, more);

  const counted = orders.filter(o => ['sent', 'received', 'completed'].includes(o.status));
  const total = counted.reduce((sum, o) => sum + o.total_pence, 0);
  const paid = payments
    .filter(p => p.status === 'completed')
    .reduce((sum, p) => sum + (p.direction === 'in' ? -p.amount_pence : p.amount_pence), 0);
  expect(await rowOf('mixture')).toMatchObject({
    total_purchase_orders: counted.length,
    total_purchase_amount: total,
    total_paid_amount: paid,
    outstanding_amount: total - paid,
  });
});

test('forms and filters find a supplier by name or id, active ones first', async () => {
  const gone = await addSupplier({ name: 'Looked Up Aardvark', status: 'inactive' });
  const here = await addSupplier({ name: 'Looked Up Zebra' });
  const orderer = await shop.as('create_purchaseorder');
  const found = await orderer.call(suppliers.search, { query: { text: ' looked UP ' } });
  expect(found.reply.data).toEqual([
    { id: here.id, name: 'Looked Up Zebra', status: 'active' },
    { id: gone.id, name: 'Looked Up Aardvark', status: 'inactive' },
  ]);
  const one = await orderer.call(suppliers.search, { query: { id: String(gone.id) } });
  expect(one.reply.data.map(({ id }) => id)).toEqual([gone.id]);
  expect((await shop.as('view_stock').then(keeper => keeper.call(suppliers.search))).status).toBe(403);
});
