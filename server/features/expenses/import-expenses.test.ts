import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenseReceipts, expenses } from '#domain/expenses/expense.contract';
import { imports } from '#domain/imports/import.contract';
import { notes } from '#domain/notes/note.contract';
import { breachesOf, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf } from '../../../tests/support/upload';

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
const travel = async () => {
  const { rows } = await sql<{ id: number }>`
    select id from expense_categories where name = 'Travel'`.execute(app.db);
  return rows[0]?.id ?? 0;
};
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

  // The same paper: the same figures are entered already, others under its number are an error.
  const again = await checked([
    ['Paper', '2026-11-19', 'Stationery', '60', '', '', 'Ashdown Ltd', 'A 1', ''],
    ['Paper', '2026-11-19', 'Stationery', '61', '', '', 'Ashdown Ltd', 'A 1', ''],
  ]);
  expect(again.counts).toMatchObject({ new: 0, unchanged: 1, rejected: 1 });
});

test('V18 033 a card statement imported again, or one that overlaps it, adds only what is not entered yet', async () => {
  const row = (description: string, date: string, amount: string, reference = '') => [
    description,
    date,
    'Travel',
    amount,
    '',
    'Z',
    '',
    reference,
    '',
  ];
  // Two coffees of one morning, and a train.
  const statement = [
    row('COFFEE STOP 12', '02/11/2026', '3.20'),
    row('COFFEE STOP 12', '02/11/2026', '3.20'),
    row('RAIL TICKETS', '03/11/2026', '48.00', 'XF 1'),
  ];
  const first = await checked(statement);
  expect(first.counts).toMatchObject({ new: 3, unchanged: 0 });
  await commitTable(admin, first.id);
  expect((await checked(statement)).counts).toMatchObject({ new: 0, unchanged: 3 });
  // One has been put into words since, and has its receipt number. The other is deleted.
  const [coffee, second] = await found('COFFEE STOP 12');
  const edited = await admin.call(expenses.update, {
    params: { id: coffee?.id ?? 0 },
    body: {
      description: 'Coffee with Ashdown',
      expense_date: '2026-11-02',
      reference: 'C 9',
      payment_method: 'credit_card',
      lines: [{ category_id: await travel(), gross: '3.20', vat_code: 'Z' }],
    },
  });
  expect(edited.status).toBe(200);
  expect((await checked(statement)).counts).toMatchObject({ new: 0, unchanged: 3 });
  await admin.call(expenses.remove, { params: { id: second?.id ?? 0 } });
  expect((await checked(statement)).counts).toMatchObject({ new: 1, unchanged: 2 });
  // The next statement overlaps by a day: a third coffee of that day and another train are new.
  const next = await checked([
    ...statement,
    row('Coffee Stop  12', '02/11/2026', '3.20'),
    row('RAIL TICKETS', '03/11/2026', '48.00', 'XF 2'),
    row('RAIL TICKETS', '03/11/2026', '48.10', 'XF 1'),
    row('RAIL TICKETS', '04/11/2026', '48.00', 'XF 1'),
  ]);
  expect(next.counts).toMatchObject({ new: 5, unchanged: 2, rejected: 0 });
  await commitTable(admin, next.id);
  expect(await found('Coffee')).toHaveLength(3);
  expect(await found('RAIL TICKETS')).toHaveLength(4);
  // Undone, it can be imported again.
  await admin.call(imports.undo, { params: { id: next.id } });
  expect((await settled(admin, next.id)).state).toBe('undone');
  expect((await checked(statement)).counts).toMatchObject({ new: 1, unchanged: 2 });
});

test('V18 what was entered by hand is not imported once more, unless it was cancelled', async () => {
  const entered = await admin.call(expenses.create, {
    body: {
      description: 'Parcels to Leeds',
      expense_date: '2026-11-05',
      payment_method: 'credit_card',
      lines: [{ category_id: await travel(), gross: '21.00', vat_code: 'Z' }],
      submit: 'now',
    },
  });
  expect(entered.status).toBe(200);
  const rows = [['Parcels to Leeds', '05/11/2026', 'Travel', '21.00', '', 'Z', '', 'P 1', '']];
  expect((await checked(rows)).counts).toMatchObject({ new: 0, unchanged: 1 });
  const params = { id: entered.reply.id };
  expect((await admin.call(expenses.cancel, { params, body: { reason: 'Twice' } })).status).toBe(200);
  expect((await checked(rows)).counts).toMatchObject({ new: 1, unchanged: 0 });
});

test('V1 a VAT code is read from what a row says in full, never from the first letter of a name', async () => {
  const names = [
    'S',
    'Standard rate',
    '20%',
    '20% (VAT on Expenses)',
    'Zero rated',
    'exempt',
    'Reverse Charge Expenses (20%)',
    'EC Acquisitions',
    'Sundry',
    'Zeppelin',
    'No VAT',
  ];
  const imported = await checked(
    names.map((name, place) => [`Code ${place}`, '06/11/2026', 'Travel', '6.00', '', name, '', '', '']),
  );
  const { reply } = await admin.call(imports.rows, {
    params: { id: imported.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data.map(({ row_number, errors }) => [names[row_number - 2], ...errors])).toEqual(
    ['Reverse Charge Expenses (20%)', 'EC Acquisitions', 'Sundry', 'Zeppelin'].map(name => [
      name,
      { field: 'vat_code', message: 'Enter a VAT code: S, R, Z, E or O.' },
    ]),
  );
  await commitTable(admin, imported.id);
  const codes = new Map<string, number>();
  for (const { description, vat } of await found('Code ')) codes.set(description, vat);
  // £6.00 includes £1.00 at the standard rate.
  expect([0, 1, 2, 3, 4, 5, 10].map(place => codes.get(`Code ${place}`))).toEqual([
    100, 100, 100, 100, 0, 0, 0,
  ]);
});

test('undoing an import keeps a draft that has a receipt or a note since, and says so', async () => {
  const done = await checked([
    ['Van hire', '07/11/2026', 'Travel', '90.00', '', 'E', '', '', ''],
    ['Hotel', '07/11/2026', 'Travel', '70.00', '', 'E', '', '', ''],
    ['Ferry', '07/11/2026', 'Travel', '30.00', '', 'E', '', '', ''],
  ]);
  await commitTable(admin, done.id);
  const idOf = async (name: string) => (await found(name))[0]?.id ?? 0;
  const upload = await multipartForm({}, [{ name: 'van.pdf', content: pdfOf() }]);
  const params = { id: await idOf('Van hire') };
  const added = await admin.call(expenseReceipts.add, { params, ...upload });
  expect([added.status, added.reply.rejected]).toEqual([200, []]);
  const noted = await admin.call(notes.create, {
    body: { record_type: 'expense', record_id: await idOf('Hotel'), body: 'Ask Ann for the bill' },
  });
  expect(noted.status).toBe(200);
  await admin.call(imports.undo, { params: { id: done.id } });
  const undone = await settled(admin, done.id);
  expect(undone).toMatchObject({ state: 'done' });
  expect(undone.problem).toContain('“Van hire” has a receipt attached since');
  expect(undone.problem).toContain('“Hotel” has a note written since');
  expect(undone.problem).not.toContain('Ferry');
  expect(await found('Ferry'), 'all or nothing').toHaveLength(1);
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
    '01/01/2999 was read as 1 Jan 2999, which is after today. Entries cannot be dated in the future: correct the date, or skip the row.',
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
