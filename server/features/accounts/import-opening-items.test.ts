import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { customers } from '#domain/customers/customer.contract';
import { imports } from '#domain/imports/import.contract';
import type { ImportKind } from '#domain/imports/import-kinds';
import { addDays, londonDate } from '#domain/kernel/dates';
import { journals } from '#domain/journals/journal.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { payments } from '#domain/payments/payment.contract';
import { books } from '#domain/books/books.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf, someCustomer, someSupplier } from '../../../tests/support/books';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const british = (day: string) => day.split('-').toReversed().join('/');
type Options = Parameters<typeof checkTable>[2];

const checked = async (kind: ImportKind, rows: readonly (readonly string[])[], options: Options = {}) =>
  checkTable(admin, await uploadTable(admin, kind, { name: 'open.csv', content: csvOf(rows) }), options);
const imported = async (...args: Parameters<typeof checked>) =>
  commitTable(admin, (await checked(...args)).id);
const rejectedOf = async (id: number) =>
  (await admin.call(imports.rows, { params: { id }, query: { outcome: 'rejected' } })).reply.data.map(
    ({ row_number, errors }) => [row_number, ...errors.map(({ field, message }) => `${field}: ${message}`)],
  );
const suspense = async () => (await admin.call(openingBalances.show)).reply.suspense;
const debtorOf = async (id: number) =>
  (await admin.call(agedDebtors.list, { query: { party_id: String(id) } })).reply.data;
const creditorOf = async (id: number) =>
  (await admin.call(agedCreditors.list, { query: { party_id: String(id) } })).reply.data;
const undo = async (id: number) => {
  await admin.call(imports.undo, { params: { id } });
  return settled(admin, id);
};

test('F63 L9 an aged debtors report is imported: each row is aged, paid and reversed like an invoice of ours', async () => {
  const ada = await someCustomer(app.db, 'Ada’s Deli');
  const bob = await someCustomer(app.db, 'Bob Cafe');
  const before = await suspense();
  const done = await imported('opening_invoices', [
    ['Contact', 'Invoice number', 'Invoice date', 'Due date', 'Outstanding'],
    ['ada’s  deli', 'A-1', british(addDays(today, -70)), british(addDays(today, -40)), '£1,120.50'],
    [`C-${String(bob).padStart(5, '0')}`, 'B-1', addDays(today, -5), '', '40.00 DR'],
    // Credit, said by its sign and by the other side of a debtors ledger.
    ['Bob Cafe', 'B-2', addDays(today, -9), '', '-15.25'],
    ['Bob Cafe', 'B-3', addDays(today, -9), '', '4.75 CR'],
  ]);
  expect(done).toMatchObject({ state: 'done', counts: { new: 4, rejected: 0 } });
  // They owe 1,120.50 + 40.00 - 15.25 - 4.75 = 1,140.50, against suspense.
  expect(await suspense()).toBe(before - 114_050);
  expect(await debtorOf(ada)).toMatchObject([{ days_60: 112_050, total: 112_050 }]);
  expect(await debtorOf(bob)).toMatchObject([{ days_30: 4_000, unallocated: -2_000, total: 2_000 }]);
  const totals = (await admin.call(agedDebtors.totals)).reply;
  expect(totals.total).toBe(totals.account);
  const { items } = (await admin.call(openingBalances.show)).reply;
  expect(items.filter(({ what }) => / [AB]-\d of C-/.test(what))).toMatchObject([
    { debit: 112_050, credit: 0, business_date: today },
    { debit: 4_000, credit: 0 },
    { debit: 0, credit: 1_525 },
    { debit: 0, credit: 475 },
  ]);
  const { rows: vat } =
    await sql`select v.id from vat_entries v join journals j on j.id = v.journal_id where j.kind = 'opening'`.execute(
      app.db,
    );
  expect(vat).toEqual([]);

  // Paid in part, the import cannot be undone; the payment reversed, it can, and every figure is as it was.
  const paid = await admin.call(customerWallet.receive, {
    params: { id: ada },
    body: { amount: '20.50', payment_method: 'bank_transfer' },
  });
  expect(await undo(done.id)).toMatchObject({
    state: 'done',
    problem: expect.stringMatching(/Opening invoice A-1 of C-\d+” is settled, at least in part/) as string,
  });
  await admin.call(customerWallet.reverse, { params: { id: paid.reply.id }, body: { reason: 'Wrong one' } });
  expect(await undo(done.id)).toMatchObject({ state: 'undone' });
  expect(await suspense()).toBe(before);
  expect([await debtorOf(ada), await debtorOf(bob)]).toEqual([[], []]);
  const { rows: audited } = await sql<{ action: string; count: number }>`
    select action, count(*) as count from audit_log where record_type = 'journal' and record_name like 'Opening % _-_ of C-%'
    group by action order by action`.execute(app.db);
  expect(audited).toEqual([
    { action: 'posted', count: 4 },
    { action: 'reversed', count: 4 },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F63 P9 an aged creditors report is imported: bills are paid, credit is used, the same file again adds nothing', async () => {
  const mill = await someSupplier(app.db, 'Mill Ltd');
  const before = await suspense();
  const rows = [
    ['Supplier', 'Bill no', 'Date', 'Due', 'Type', 'Balance'],
    ['MILL LTD', 'M-9', addDays(today, -50), addDays(today, -20), 'Bill', '200.00 CR'],
    ['Mill Ltd', 'M-10', addDays(today, -10), addDays(today, 20), '', '80'],
    ['Mill Ltd', 'M-C1', addDays(today, -15), '', 'Credit note', '30.00'],
    ['Mill Ltd', 'M-C2', addDays(today, -15), '', '', '5.00 dr'],
  ];
  const done = await imported('opening_bills', rows, {
    opening_date: addDays(today, -3),
    date_reason: 'Books began then',
  });
  expect(done).toMatchObject({ state: 'done', counts: { new: 4, rejected: 0 } });
  // 280.00 owed less 35.00 of credit.
  const { rows: reasons } = await sql<{ reason: string }>`
    select distinct reason from journals where narrative like '%M-9%' or narrative like '%M-C1%'`.execute(
    app.db,
  );
  expect(reasons).toEqual([{ reason: 'Books began then' }]);
  expect(await suspense()).toBe(before + 24_500);
  expect(await creditorOf(mill)).toMatchObject([
    { days_30: 20_000, not_due: 8_000, unallocated: -3_500, total: 24_500 },
  ]);
  const again = await checked('opening_bills', rows, {
    opening_date: addDays(today, -3),
    date_reason: 'Books began then',
  });
  expect(again.counts).toMatchObject({ new: 0, unchanged: 4, rejected: 0 });
  expect(await suspense()).toBe(before + 24_500);
  await admin.call(payments.create, {
    body: { supplier_id: mill, amount: '200.00', payment_method: 'bank_transfer' },
  });
  expect((await admin.call(wallets.supplier.statement, { params: { id: mill } })).reply.closing_balance).toBe(
    -4_500,
  );
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F63 L9 unused credit from a supplier is entered one by one and reversed', async () => {
  const supplier_id = await someSupplier(app.db, 'Weavers');
  const before = await suspense();
  const enter = (body: object = {}) =>
    admin.call(openingBalances.addBill, {
      body: {
        supplier_id,
        kind: 'credit',
        supplier_bill_number: 'W-C',
        bill_date: addDays(today, -2),
        amount: '12.00',
        ...body,
      },
    });
  const { reply } = await enter();
  expect(reply).toMatchObject({ debit: 1_200, credit: 0, what: 'Opening credit W-C from Weavers' });
  expect((await enter()).refusal.errors).toEqual({
    supplier_bill_number: ['Credit W-C from Weavers has already been entered.'],
  });
  // A bill may have the number that a credit has.
  expect((await enter({ kind: 'bill', amount: '50.00' })).reply).toMatchObject({ debit: 0, credit: 5_000 });
  expect(await creditorOf(supplier_id)).toMatchObject([{ unallocated: -1_200, total: 3_800 }]);
  const reversed = await admin.call(openingBalances.reverse, {
    params: { id: reply.journal_id },
    body: { reason: 'They refunded it' },
  });
  expect(reversed.status).toBe(200);
  expect(await creditorOf(supplier_id)).toMatchObject([{ unallocated: 0, total: 5_000 }]);
  expect(await suspense()).toBe(before + 5_000);
  expect((await enter()).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F63 rows that cannot be entered are rejected at their cell, and nothing of them is posted', async () => {
  const cy = await someCustomer(app.db, 'Cy Twins');
  await someCustomer(app.db, 'Cy Twins');
  const di = await someCustomer(app.db, 'Di Stores');
  const erased = await someCustomer(app.db, 'Ed Gone');
  await admin.call(customers.erase, { params: { id: erased }, body: { reason: 'Asked' } });
  const numberOf = (id: number) => `C-${String(id).padStart(5, '0')}`;
  const before = await suspense();
  const result = await checked('opening_invoices', [
    ['Customer', 'Number', 'Date', 'Due date', 'Amount', 'Type'],
    ['Cy Twins', 'R-1', addDays(today, -5), '', '10', ''],
    ['Nobody', 'R-2', addDays(today, -5), '', '10', ''],
    [numberOf(erased), 'R-3', addDays(today, -5), '', '10', ''],
    ['Walk-in customer', 'R-4', addDays(today, -5), '', '10', ''],
    ['Di Stores', 'R-5', addDays(today, 1), '', '10', ''],
    ['Di Stores', 'R-6', addDays(today, -5), addDays(today, -6), '10', ''],
    ['Di Stores', 'R-7', 'soon', '', '0', ''],
    ['Di Stores', 'R-12', '01/01/1026', '', '10', ''],
    ['Di Stores', 'R-13', addDays(today, -5), '01/12/2062', '10', ''],
    ['Di Stores', 'R-8', addDays(today, -5), '', '-10', 'Invoice'],
    ['Di Stores', 'R-9', addDays(today, -5), '', '-10 CR', ''],
    ['Di Stores', '', addDays(today, -5), '', '10.001', 'Order'],
    ['Di Stores', 'R-10', addDays(today, -5), '', '10', ''],
    ['Di Stores', 'r-10', addDays(today, -5), '', '11', ''],
    [numberOf(cy), 'R-11', addDays(today, -5), '', '10', ''],
  ]);
  expect(result.counts).toMatchObject({ new: 2, rejected: 13 });
  const fields = (await rejectedOf(result.id)).map(([row, ...errors]) => [
    row,
    ...errors.map(error => String(error).split(':')[0]),
  ]);
  expect(fields).toEqual([
    [2, 'customer'],
    [3, 'customer'],
    [4, 'customer'],
    [5, 'customer'],
    [6, 'date'],
    [7, 'due_on'],
    [8, 'date', 'amount'],
    [9, 'date'],
    [10, 'due_on'],
    [11, 'kind'],
    [12, 'amount'],
    [13, 'amount', 'kind', 'number'],
    [15, 'number'],
  ]);
  expect(await suspense()).toBe(before);
  await commitTable(admin, result.id);
  expect(await suspense()).toBe(before - 2_000);
  // Other figures under a number that is there are an error, not a change.
  const other = await checked('opening_invoices', [
    ['Customer', 'Number', 'Date', 'Amount'],
    ['Di Stores', 'R-10', addDays(today, -5), '12'],
  ]);
  expect((await rejectedOf(other.id))[0]?.[1]).toMatch(
    /^number: R-10 has already been entered, of .* for £10\.00/,
  );
  expect(await debtorOf(di)).toMatchObject([{ total: 1_000 }]);
});

test('L9 D5 nothing is imported on a locked day, without the permission to backdate, or without the ledger', async () => {
  await someCustomer(app.db, 'Eve Ltd');
  const rows = [
    ['Customer', 'Number', 'Date', 'Amount'],
    ['Eve Ltd', 'E-1', addDays(today, -300), '10'],
  ];
  const early = await checked('opening_invoices', rows, { opening_date: addDays(today, 1) });
  expect((await rejectedOf(early.id))[0]?.[1]).toContain('You cannot post to a future date.');
  await expect(checked('opening_invoices', rows, { opening_date: addDays(today, -2) })).rejects.toThrow(
    'Enter a reason for backdating this to',
  );
  const clerk = await app.as('adjust_ledger');
  const own = await uploadTable(clerk, 'opening_invoices', { name: 'open.csv', content: csvOf(rows) });
  const backdated = await checkTable(clerk, own, {
    opening_date: addDays(today, -2),
    date_reason: 'Books began then',
  });
  expect(backdated.counts).toMatchObject({ new: 0, rejected: 1 });
  expect((await checkTable(clerk, own)).counts).toMatchObject({ new: 1 });
  const outsider = await app.as('create_customer');
  await expect(
    uploadTable(outsider, 'opening_invoices', { name: 'open.csv', content: csvOf(rows) }),
  ).rejects.toThrow('You do not have permission to import unpaid customer invoices.');
  const done = await imported('opening_invoices', rows, {
    opening_date: addDays(today, -10),
    date_reason: 'Books began then',
  });
  expect(done.counts).toMatchObject({ new: 1 });
  await admin.call(books.lock, {
    body: { locked_through: addDays(today, -9), reason: 'Year closed', accept_unbilled: true },
  });
  expect(await undo(done.id)).toMatchObject({
    state: 'done',
    problem: expect.stringContaining('which is closed now') as string,
  });
});

test('L9 an import is undone after one of its items was reversed by itself, which stays as it is', async () => {
  const gus = await someCustomer(app.db, 'Gus Grocer');
  const mo = await someSupplier(app.db, 'Mo Mills');
  const before = await suspense();
  const owed = await imported('opening_invoices', [
    ['Customer', 'Number', 'Date', 'Amount'],
    ['Gus Grocer', 'G-1', addDays(today, -5), '10.00'],
    ['Gus Grocer', 'G-2', addDays(today, -5), '25.00'],
  ]);
  const bills = await imported('opening_bills', [
    ['Supplier', 'Number', 'Date', 'Amount'],
    ['Mo Mills', 'MM-1', addDays(today, -5), '7.00'],
    ['Mo Mills', 'MM-2', addDays(today, -5), '9.00'],
  ]);
  for (const number of ['G-1', 'MM-1']) {
    const { items } = (await admin.call(openingBalances.show)).reply;
    const item = items.find(({ what }) => what.includes(` ${number}`));
    const reversed = await admin.call(openingBalances.reverse, {
      params: { id: item?.journal_id ?? 0 },
      body: { reason: 'Wrong amount' },
    });
    expect(reversed.refusal).toBeUndefined();
    expect(reversed.reply.is_reversed).toBe(true);
  }
  // They owe £25.00 and are owed £9.00.
  expect(await suspense()).toBe(before - 2_500 + 900);
  expect(await undo(owed.id)).toMatchObject({ state: 'undone', problem: null });
  expect(await undo(bills.id)).toMatchObject({ state: 'undone', problem: null });
  expect(await suspense()).toBe(before);
  expect([await debtorOf(gus), await creditorOf(mo)]).toEqual([[], []]);
  const { rows } = await sql<{ reversals: number }>`
    select count(*) as reversals from journals r join journals j on j.id = r.reverses_id
    where j.narrative ~ ' (G|MM)-[12]'`.execute(app.db);
  expect(rows, 'each once').toEqual([{ reversals: 4 }]);
  const { rows: audited } = await sql<{ reversals: number }>`
    select count(*) as reversals from audit_log where record_type = 'journal' and action = 'reversed'
      and record_name ~ ' (G|MM)-[12]'`.execute(app.db);
  expect(audited, 'and each told once').toEqual([{ reversals: 4 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F53 erasing a customer removes their name from an imported list of open invoices', async () => {
  const id = await someCustomer(app.db, 'Flo Private');
  const done = await imported('opening_invoices', [
    ['Customer', 'Number', 'Date', 'Amount'],
    ['Flo Private', 'F-1', addDays(today, -5), '10'],
  ]);
  await undo(done.id);
  expect((await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } })).status).toBe(200);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(r)::text as text from import_rows r where import_id = ${done.id}`.execute(app.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain('Flo');
});

test('L9 opening balances and manual journals are entered whatever the prefix of their numbers', async () => {
  const changed = await admin.call(numbering.save, {
    body: { series: 'OPEN', prefix: 'OB-Y-', next_number: 1 },
  });
  expect(changed.status).toBe(200);
  const entered = await admin.call(openingBalances.addAccount, {
    body: { account: '3000', side: 'credit', amount: '7.00' },
  });
  expect(entered.reply).toMatchObject({ debit: 0, credit: 700 });
  await admin.call(numbering.save, { body: { series: 'JNL', prefix: 'J-2026-X', next_number: 1 } });
  const posted = await admin.call(journals.create, {
    body: {
      narrative: 'Bank charges',
      lines: [
        { account: '6900', debit: '3.00' },
        { account: '1020', credit: '3.00' },
      ],
    },
  });
  expect(posted.reply.document.number).toBe('J-2026-X00001');
});
