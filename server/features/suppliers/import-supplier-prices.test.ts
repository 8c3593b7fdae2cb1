import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { imports } from '#domain/imports/import.contract';
import { londonDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../../../tests/support/books';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { someProduct, someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let supplier: number;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
  supplier = await someSupplier(app.db, 'Glazed & Co');
  await someProduct(app.db, { sku: 'BOWL-1', name: 'Bowl' });
  await someProduct(app.db, {
    sku: 'CUP-1',
    name: 'Cup',
    buying_unit_id: await someUnit(app.db, 'Box'),
    buying_factor: quantityFromText('12'),
  });
});
afterAll(() => app.close());

const headers = ['Supplier', 'Our SKU', 'Code', 'Price', 'Valid from', 'MOQ', 'Lead time'];
const upload = (rows: readonly (readonly string[])[], who = admin) =>
  uploadTable(who, 'supplier_prices', { name: 'list.csv', content: csvOf([headers, ...rows]) });
const ofSupplier = () => ({ record_type: 'supplier', record_id: String(supplier) });
const priceOf = async (sku: string) =>
  (await admin.call(supplierPrices.list, { params: { id: supplier }, query: { text: sku } })).reply.data[0];

test('a price list is imported by SKU or their code, checked by cell, and undone', async () => {
  const first = await upload([
    ['glazed & co', 'bowl-1', 'GB/1', '£1.2345', '01/02/2026', '6', '10'],
    ['Glazed & Co', 'CUP-1', 'GC/1', '14', '', '', ''],
    ['Glazed & Co', '', 'GX/9', '1', '', '', ''],
    ['Nobody Ltd', 'CUP-1', '', '1', '', '', ''],
    ['Glazed & Co', 'BOWL-2', '', '1', '', '', ''],
    ['Glazed & Co', 'BOWL-1', '', '-1', 'soon', '0', 'ages'],
  ]);
  expect((await checkTable(admin, first)).counts).toMatchObject({ new: 2, rejected: 4 });
  const query = { outcome: 'rejected' as const };
  const { reply } = await admin.call(imports.rows, { params: { id: first.id }, query });
  expect(reply.data.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['supplier_code'],
    ['supplier'],
    ['sku'],
    ['agreed_cost_from', 'lead_time_days'],
  ]);
  await commitTable(admin, first.id);
  expect(await priceOf('BOWL-1')).toMatchObject({
    supplier_code: 'GB/1',
    agreed_price: '1.2345',
    agreed_from: '2026-02-01',
    minimum: 6000,
    lead_time_days: 10,
    last_price: '1.2345',
  });
  // For a box, from today.
  expect(await priceOf('CUP-1')).toMatchObject({
    agreed_price: '14.00',
    agreed_from: londonDate(new Date()),
    factor: 12_000,
    last_price: '14.00',
  });

  const second = await upload([
    ['Glazed & Co', '', 'gb/1', '1.30', '', '', ''],
    ['Glazed & Co', 'CUP-1', '', '14.00', '', '', ''],
    ['Glazed & Co', 'BOWL-1', '', '1.40', '', '', ''],
  ]);
  expect((await checkTable(admin, second)).counts).toMatchObject({ changed: 1, unchanged: 1, rejected: 1 });
  await commitTable(admin, second.id);
  expect(await priceOf('BOWL-1')).toMatchObject({
    supplier_code: 'gb/1',
    agreed_price: '1.30',
    agreed_from: londonDate(new Date()),
    minimum: 6000,
  });
  await admin.call(imports.undo, { params: { id: second.id } });
  expect(await settled(admin, second.id)).toMatchObject({ state: 'undone', problem: null });
  expect(await priceOf('BOWL-1')).toMatchObject({ supplier_code: 'GB/1', agreed_price: '1.2345' });
});

test('what an import added to a price list is removed again when it is undone', async () => {
  await someProduct(app.db, { sku: 'JUG-1' });
  const { id } = await checkTable(admin, await upload([['Glazed & Co', 'JUG-1', 'GJ/1', '', '', '', '']]));
  await commitTable(admin, id);
  expect(await priceOf('JUG-1')).toMatchObject({ supplier_code: 'GJ/1', agreed_price: null });
  await admin.call(imports.undo, { params: { id } });
  expect(await settled(admin, id)).toMatchObject({ state: 'undone', problem: null });
  expect(await priceOf('JUG-1')).toBeUndefined();
});

test('what is imported and undone is in the history of the supplier, as terms that are entered are', async () => {
  await someProduct(app.db, { sku: 'PLATE-1' });
  const { id } = await checkTable(
    admin,
    await upload([
      ['Glazed & Co', 'PLATE-1', 'GP/1', '2', '', '', ''],
      ['Glazed & Co', 'BOWL-1', '', '7.77', '', '', ''],
    ]),
  );
  const said = async () =>
    (await admin.call(audit.list, { query: ofSupplier() })).reply.data
      .slice(0, 2)
      .map(({ action, record_name }) => [action, record_name]);
  await commitTable(admin, id);
  expect(await said()).toEqual([
    ['edited', 'Glazed & Co: BOWL-1'],
    ['edited', 'Glazed & Co: PLATE-1'],
  ]);
  await admin.call(imports.undo, { params: { id } });
  expect(await settled(admin, id)).toMatchObject({ state: 'undone', problem: null });
  expect(await said()).toEqual([
    ['edited', 'Glazed & Co: PLATE-1'],
    ['edited', 'Glazed & Co: BOWL-1'],
  ]);
});

test('a code that the price list knows from an order only is imported, and one entered by hand goes before it', async () => {
  const [mug, vase] = [
    await someProduct(app.db, { sku: 'MUG-1' }),
    await someProduct(app.db, { sku: 'VASE-1' }),
  ];
  const ordered = async (product_id: number) => {
    const { reply } = await admin.call(purchases.create, {
      body: {
        supplier_id: supplier,
        lines: [{ product_id, quantity: '1', unit_price: '1.00', supplier_code: 'ZX-300' }],
      },
    });
    await admin.call(purchases.markSent, { params: { id: reply.id } });
  };
  const checked = async () =>
    (await checkTable(admin, await upload([['Glazed & Co', '', 'zx-300', '2.00', '', '', '']]))).counts;
  await ordered(mug);
  expect(await checked()).toMatchObject({ new: 1, rejected: 0 });
  await ordered(vase);
  expect(await checked(), 'two products').toMatchObject({ new: 0, rejected: 1 });
  await admin.call(supplierPrices.save, {
    params: { id: supplier, product_id: vase },
    body: { supplier_code: 'ZX-300' },
  });
  expect(await checked()).toMatchObject({ changed: 1, rejected: 0 });
  // Both have another code by now: no product has this one.
  for (const [product_id, supplier_code] of [
    [vase, 'ZX-302'],
    [mug, 'ZX-301'],
  ] as const)
    await admin.call(supplierPrices.save, {
      params: { id: supplier, product_id },
      body: { supplier_code },
    });
  expect(await checked(), 'a code of before').toMatchObject({ new: 0, changed: 0, rejected: 1 });
});

test('a price list needs the permissions of the form, and the log shows its prices only with view_cost', async () => {
  const { counts, id } = await checkTable(
    admin,
    await upload([['Glazed & Co', 'CUP-1', '', '987.65', '', '', '']]),
  );
  expect(counts).toMatchObject({ changed: 1 });
  await commitTable(admin, id);
  const seenBy = async (who: Caller) => (await who.call(audit.list, { query: ofSupplier() })).raw.toString();
  expect(await seenBy(await app.as('view_audit', 'view_cost'))).toContain('987.65');
  expect(await seenBy(await app.as('view_audit'))).not.toContain('987.65');
  await expect(upload([], await app.as('edit_supplier', 'view_supplier'))).rejects.toThrow();
});
