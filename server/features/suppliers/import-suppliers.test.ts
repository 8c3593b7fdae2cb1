import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const upload = (rows: readonly (readonly string[])[], who = admin) =>
  uploadTable(who, 'suppliers', { name: 'suppliers.csv', content: csvOf(rows) });
const headers = ['Supplier name', 'Terms', 'VAT no'];

async function termsOf(name: string) {
  const { reply } = await admin.call(suppliers.list, { query: { search: name } });
  return (await admin.call(supplierTerms.get, { params: { id: reply.data[0]?.id ?? 0 } })).reply;
}

test('terms and VAT number are imported, checked by cell, kept where the cell is blank, and undone', async () => {
  await admin.call(suppliers.create, { body: { name: 'Kettle & Co' } });
  const first = await upload([
    headers,
    ['Kettle & Co', '14', '123 4567 82'],
    ['New Lamps', '', ''],
    ['Late Lamps', '7', 'GB123456782'],
    ['Bad Lamps', 'soon', '12'],
    ['Long Lamps', '366', ''],
  ]);
  const checked = await checkTable(admin, first);
  expect(checked.counts).toMatchObject({ new: 2, changed: 1, rejected: 2 });
  const query = { outcome: 'rejected' as const };
  const { reply } = await admin.call(imports.rows, { params: { id: first.id }, query });
  expect(reply.data.map(({ errors }) => errors)).toEqual([
    [{ field: 'payment_terms_days', message: 'Enter a whole number of days, such as 30.' }],
    [{ field: 'payment_terms_days', message: 'Enter at most 365 days.' }],
  ]);
  await commitTable(admin, first.id);
  const kettle = { payment_terms_days: 14, vat_number: 'GB123456782' };
  expect(await termsOf('Kettle')).toMatchObject(kettle);
  expect(await termsOf('New Lamps')).toMatchObject({ payment_terms_days: 30, vat_number: null });
  expect(await termsOf('Late Lamps')).toMatchObject({ payment_terms_days: 7, vat_number: 'GB123456782' });

  const again = await checkTable(admin, await upload([headers, ['Kettle & Co', '', '']]));
  expect(again.counts).toMatchObject({ unchanged: 1 });
  await admin.call(imports.undo, { params: { id: first.id } });
  expect((await settled(admin, first.id)).state).toBe('undone');
  expect(await termsOf('Kettle')).toMatchObject({ payment_terms_days: 30, vat_number: null });
});

test('an exported list brings the terms back', async () => {
  const { reply } = await admin.call(suppliers.create, { body: { name: 'Exported terms' } });
  const body = { payment_terms_days: 45, vat_number: 'GB123456782' };
  await admin.call(supplierTerms.save, { params: { id: reply.id }, body });
  const { raw } = await admin.call(suppliers.export, { query: { search: 'Exported terms' } });
  await admin.call(supplierTerms.save, {
    params: { id: reply.id },
    body: { payment_terms_days: 30, vat_number: null },
  });
  const read = await uploadTable(admin, 'suppliers', { name: 'back.csv', content: raw });
  expect((await checkTable(admin, read)).counts).toMatchObject({ changed: 1, rejected: 0 });
  await commitTable(admin, read.id);
  expect(await termsOf('Exported terms')).toMatchObject(body);
});

test('terms in a file need the permission to edit suppliers, as the form does', async () => {
  const adder = await app.as('create_supplier', 'view_supplier');
  const read = await upload([headers, ['Cheap Lamps', '90', '']], adder);
  expect(read.mapping).toEqual({ name: 0 });
  const mapping = { name: 0, payment_terms_days: 1 };
  const refused = await adder.call(imports.check, { params: { id: read.id }, body: { mapping } });
  expect(refused.status).toBe(403);
});
