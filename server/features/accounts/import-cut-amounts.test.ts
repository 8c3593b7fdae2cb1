import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { someCustomer } from '../../../tests/support/books';
import { checkTable, uploadTable } from '../../../tests/support/imports';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
});
afterAll(() => app.close());

test('an amount whose comma is not in quotation marks is never imported as its first digits', async () => {
  await someCustomer(app.db, 'Cara Cafe');
  const content = [
    'Contact,Invoice number,Invoice date,Due date,Outstanding',
    'Cara Cafe,X-1,01/02/2026,,£1,200.50',
    'Cara Cafe,X-2,01/02/2026,,"£1,200.50"',
  ].join('\n');
  const table = await uploadTable(admin, 'opening_invoices', { name: 'open.csv', content });
  const { id, counts } = await checkTable(admin, table);
  expect(counts).toMatchObject({ new: 1, rejected: 1 });
  const { reply } = await admin.call(imports.rows, { params: { id }, query: { outcome: 'rejected' } });
  expect(reply.data).toMatchObject([
    {
      row_number: 2,
      errors: [
        {
          field: 'amount',
          message: expect.stringContaining('This row has more cells than the header row'),
        },
      ],
    },
  ]);
  // Entered here, it is what it should have been.
  const body = { values: { amount: '1,200.50' } };
  await admin.call(imports.correct, { params: { id, row: 2 }, body });
  expect((await checkTable(admin, table)).counts).toMatchObject({ new: 2, rejected: 0 });
});
