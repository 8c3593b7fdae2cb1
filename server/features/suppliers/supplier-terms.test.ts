import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { someSupplier } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let buyer: Caller;
beforeAll(async () => {
  app = await startTestApp();
  buyer = await app.as('view_supplier', 'edit_supplier');
});
afterAll(() => app.close());

test('bills are due after thirty days until terms are changed; the change is audited', async () => {
  const id = await someSupplier(app.db, 'Some Supplier', { isVatRegistered: false });
  const { reply } = await buyer.call(supplierTerms.get, { params: { id } });
  expect(reply).toMatchObject({ payment_terms_days: 30, vat_number: null });
  const saved = await buyer.call(supplierTerms.save, {
    params: { id },
    body: { payment_terms_days: 14, vat_number: ' gb 123 4567 82 ', version: reply.version },
  });
  expect(saved.reply).toMatchObject({ payment_terms_days: 14, vat_number: 'GB123456782' });
  expect((await buyer.call(supplierTerms.get, { params: { id } })).reply).toEqual(saved.reply);
  expect(await app.audits()).toMatchObject([
    {
      action: 'edited',
      record_type: 'supplier',
      record_id: id,
      before: { payment_terms_days: 30, vat_number: null },
      after: { payment_terms_days: 14, vat_number: 'GB123456782' },
    },
  ]);
});

test('someone else’s change is not overwritten, and a deleted supplier is not found', async () => {
  const id = await someSupplier(app.db);
  const body = { payment_terms_days: 7, version: 1 };
  expect((await buyer.call(supplierTerms.save, { params: { id }, body })).status).toBe(200);
  expect((await buyer.call(supplierTerms.save, { params: { id }, body })).status).toBe(409);
  expect((await buyer.call(supplierTerms.save, { params: { id: 999_999 }, body })).status).toBe(404);
  expect((await buyer.call(supplierTerms.get, { params: { id: 999_999 } })).status).toBe(404);
});

test.each([
  [{ payment_terms_days: 366 }, 'Enter at most 365 days.'],
  [{ payment_terms_days: -1 }, 'Enter zero days or more.'],
  [{ payment_terms_days: 1.5 }, 'Enter a whole number of days.'],
  [{ payment_terms_days: 30, vat_number: 'GB12' }, 'Enter nine digits, with or without GB.'],
])('%o is refused: %s', async (body, sentence) => {
  const id = await someSupplier(app.db);
  const refused = await buyer.call(supplierTerms.save, { params: { id }, body });
  expect(refused.status).toBe(422);
  expect(Object.values(refused.refusal?.errors ?? {}).flat()).toEqual([sentence]);
});

test('the database itself refuses invalid terms', async () => {
  const id = await someSupplier(app.db);
  await expect(
    sql`update suppliers set payment_terms_days = 999 where id = ${id}`.execute(app.db),
  ).rejects.toThrow('suppliers_terms_are_days');
  await expect(sql`update suppliers set vat_number = 'DE1' where id = ${id}`.execute(app.db)).rejects.toThrow(
    'suppliers_vat_number_is_one',
  );
});
