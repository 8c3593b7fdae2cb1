import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { imports } from '#domain/imports/import.contract';
import { breachesOf, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
  await expenseShop(app);
  await someSupplier(app.db, 'Ashdown Ltd');
});
afterAll(() => app.close());

const headers = [
  'Description',
  'Date',
  'Category',
  'Amount',
  'VAT',
  'VAT code',
  'Supplier',
  'Receipt number',
  'Paid by',
];
const checked = async (rows: readonly (readonly string[])[]) =>
  checkTable(
    admin,
    await uploadTable(admin, 'expenses', {
      name: 'card.csv',
      content: Buffer.from(csvOf([headers, ...rows])),
    }),
  );
const found = async (search: string) => (await admin.call(expenses.list, { query: { search } })).reply.data;

test('imported expenses become drafts of one line; errors are reported by cell', async () => {
  const imported = await checked([
    ['Taxi to the fair', '20/11/2026', 'travel', '£12.00', '', '', '', 'TX 1', 'Bank transfer'],
    ['Paper', '2026-11-19', 'Stationery', '60', '9.99', 'S', 'ashdown ltd', 'A 1', ''],
    ['Paper again', '2026-11-19', 'Stationery', '60', '', 'S', 'Ashdown Ltd', 'a 1', ''],
    ['No such place', '2026-11-19', 'Spaceships', '60', '', '', 'Nobody', '', ''],
    ['Too much VAT', '31/02/2026', 'Travel', '6.001', '', '', '', '', ''],
    ['VAT of nothing', '2026-11-19', 'Travel', '6.00', '1.00', 'Z', '', '', ''],
  ]);
  expect(imported.counts).toMatchObject({ new: 2, rejected: 4 });
  const { reply } = await admin.call(imports.rows, {
    params: { id: imported.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['description'],
    ['category', 'supplier'],
    ['gross', 'expense_date'],
    ['vat'],
  ]);
  expect((await commitTable(admin, imported.id)).state).toBe('done');
  expect((await found('Taxi to the fair'))[0]).toMatchObject({
    status: 'draft',
    number: null,
    expense_date: '2026-11-20',
    categories: ['Travel'],
    payment_method: 'bank_transfer',
    gross: 1200,
    vat: 200,
  });
  expect((await found('A 1'))[0]).toMatchObject({ supplier: { name: 'Ashdown Ltd' }, net: 5001, vat: 999 });
  expect(await breachesOf(app.db)).toEqual([]);

  const again = await checked([
    ['Paper', '2026-11-19', 'Stationery', '60', '', '', 'Ashdown Ltd', 'A 1', ''],
  ]);
  expect(again.counts).toMatchObject({ new: 0, rejected: 1 });
});

test('undoing an import removes the drafts that nobody has changed', async () => {
  const imported = await checked([
    ['Stamps', '20/11/2026', 'Stationery', '5.00', '', 'E', '', '', ''],
    ['Envelopes', '20/11/2026', 'Stationery', '7.00', '', 'E', '', '', ''],
  ]);
  await commitTable(admin, imported.id);
  const [stamps] = await found('Stamps');
  const params = { id: stamps?.id ?? 0 };
  await admin.call(expenses.submit, { params });
  const refused = await admin.call(imports.undo, { params: { id: imported.id } });
  const undone = refused.status === 200 ? await settled(admin, imported.id) : null;
  expect(undone?.state).not.toBe('undone');
  expect(await found('Stamps')).toHaveLength(1);
});

test('F67 F101 a card statement: guessed headings, one category for all rows, reversed signs, British dates and amounts', async () => {
  const statement = csvOf([
    ['Transaction Date', 'Transaction Description', 'Amount GBP'],
    ['03/11/26', 'Fuel', '-12.00'],
    ['3 Nov 2026', 'Parking', '(£4.50)'],
    ['46329', 'Toll', '1,234.50 DR'],
    ['04/11/2026', 'Refund of fuel', '2.00'],
    ['01/01/2999', 'From the future', '-1.00'],
  ]);
  const read = await uploadTable(admin, 'expenses', {
    name: 'statement.csv',
    content: Buffer.from(statement),
  });
  expect(read.mapping).toEqual({ expense_date: 0, description: 1, gross: 2 });
  const { rows } = await sql<{ id: number }>`
    select id from expense_categories where status = 'active' order by id limit 1`.execute(app.db);
  const trial = await checkTable(admin, read, { flip_sign: true, expense_category_id: rows[0]?.id });
  expect(trial.counts).toMatchObject({ new: 3, rejected: 2 });
  const { reply } = await admin.call(imports.rows, {
    params: { id: trial.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['gross'],
    ['expense_date'],
  ]);
  expect(reply.data[1]?.errors[0]?.message).toBe(
    '01/01/2999 was read as 1 Jan 2999, which is after today. Correct the date.',
  );
  await commitTable(admin, trial.id);
  expect((await found('Toll'))[0]).toMatchObject({ expense_date: '2026-11-03', gross: 123_450 });
  expect((await found('Parking'))[0]).toMatchObject({ expense_date: '2026-11-03', gross: 450 });
  const missing = await uploadTable(admin, 'expenses', {
    name: 'again.csv',
    content: Buffer.from(statement),
  });
  const refused = await admin.call(imports.check, {
    params: { id: missing.id },
    body: { mapping: missing.mapping },
  });
  expect(refused.refusal.errors).toEqual({
    'mapping.category': ['Choose a column for Category. It is required.'],
  });
});
