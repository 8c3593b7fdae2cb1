import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { checkTable, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { workbookOf } from '../../../tests/support/workbook';

let shop: TestApp;
let admin: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

/** The rows of a checked import as their row numbers, values and errors. */
async function rowsOf({ id }: ImportDetail) {
  const { reply } = await admin.call(imports.rows, { params: { id } });
  return reply.data.map(({ row_number, values, errors }) => [
    row_number,
    values,
    errors.map(({ message }) => message),
  ]);
}

test('the titles of another program’s report stand above the column names; rows keep their numbers', async () => {
  const content = await workbookOf({
    'Aged receivables': [
      ['Aged Receivables Detail'],
      ['Harbour and Vale Ltd'],
      ['As at 30 November 2026'],
      [],
      ['Contact', 'Invoice Number', 'Invoice Date', 'Due Date', 'Total'],
      ['Mill Lane Cafe', 'INV-7', '01/10/2026', '31/10/2026', '120.00'],
      ['Total', '', '', '', '120.00'],
    ],
  });
  const read = await uploadTable(admin, 'opening_invoices', { name: 'aged.xlsx', content });
  expect(read).toMatchObject({
    state: 'mapping',
    headers: ['Contact', 'Invoice Number', 'Invoice Date', 'Due Date', 'Total'],
    row_count: 2,
    mapping: { customer: 0, number: 1, date: 2, due_on: 3, amount: 4 },
  });
  const checked = await checkTable(admin, read, { opening_date: '2026-11-30' });
  expect((await rowsOf(checked)).map(([number]) => number)).toEqual([6, 7]);
});

test('a bank statement begins with its account, in rows narrower than its columns', async () => {
  const content = [
    '"Account Name:","Business Account ****12345"',
    '"Account Balance:","£1,234.56"',
    '',
    '"Date","Transaction type","Description","Paid out"',
    '"02 Nov 2026","Card","Post Office","£4.20"',
    '"03 Nov 2026","Card","Stationer","£1,200.50","£7"',
  ].join('\r\n');
  const read = await uploadTable(admin, 'expenses', { name: 'statement.csv', content });
  expect(read).toMatchObject({
    state: 'mapping',
    headers: ['Date', 'Transaction type', 'Description', 'Paid out'],
    row_count: 2,
  });
  const mapping = { expense_date: 0, category: 1, description: 2, gross: 3 };
  const rows = await rowsOf(await checkTable(admin, read, { mapping }));
  expect(rows[0]?.slice(0, 2)).toEqual([
    5,
    { expense_date: '02 Nov 2026', category: 'Card', description: 'Post Office', gross: '£4.20' },
  ]);
  // A row is too wide for the columns, not for the title above them.
  expect(JSON.stringify(rows[0])).not.toContain('more cells');
  expect(JSON.stringify(rows[1])).toContain('This row has more cells than the header row');
});

test('a line that names the separator for a spreadsheet program is no row', async () => {
  const content = 'sep=;\r\nSKU;Name;Price;Unit\r\nSEP-1;Kettle;12.50;Each\r\n';
  const read = await uploadTable(admin, 'products', { name: 'sep.csv', content });
  expect(read).toMatchObject({ state: 'mapping', headers: ['SKU', 'Name', 'Price', 'Unit'], row_count: 1 });
});

test('each of several files has its own titles', async () => {
  const read = await uploadTable(
    admin,
    'suppliers',
    { name: 'a.csv', content: 'Supplier list\nName,Email\nAsh,ash@firm.example\n' },
    { name: 'b.csv.gz', content: gzipSync('Supplier list,\nof March,\n,\nEmail,Name\n,Beech\n') },
  );
  // Row 3 of the first file, which has three rows, and row 5 of the second.
  expect(read).toMatchObject({ state: 'mapping', headers: ['Name', 'Email'], row_count: 2 });
  const rows = await rowsOf(await checkTable(admin, read));
  expect(rows).toEqual([
    [3, { name: 'Ash', email: 'ash@firm.example' }, []],
    [8, { name: 'Beech' }, []],
  ]);
});

test('without names that are known, the first row has the column names, as before', async () => {
  const unknown = await uploadTable(admin, 'suppliers', {
    name: 'u.csv',
    content: 'Lieferant,Ort\nAhorn,Köln\nName,Bonn\n',
  });
  expect(unknown).toMatchObject({ headers: ['Lieferant', 'Ort'], row_count: 2, mapping: {} });
  const one = await uploadTable(admin, 'categories', { name: 'c.csv', content: 'Name\nTea\nStatus\n' });
  expect(one).toMatchObject({ headers: ['Name'], row_count: 2, mapping: { name: 0 } });
});

test('values of a file without column names, once mapped, are no column names of the next one', async () => {
  const bare = await uploadTable(admin, 'suppliers', {
    name: 'bare.csv',
    content: 'Hazel,hazel@firm.example\nHolly,holly@firm.example\n',
  });
  await checkTable(admin, bare, { mapping: { name: 0, email: 1 } });
  const next = await uploadTable(admin, 'suppliers', {
    name: 'next.csv',
    content: 'Larch,larch@firm.example\nOak,oak@firm.example\nHazel,hazel@firm.example\n',
  });
  expect(next).toMatchObject({ headers: ['Larch', 'larch@firm.example'], row_count: 2 });
});
