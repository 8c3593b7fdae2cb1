import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, openingBalances, trialBalance } from '#domain/accounts/account.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf, someCustomer, someSupplier, fillSafe } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  admin = await app.as('admin');
});
afterAll(() => app.close());
const { products, sent, receive, bill, pay } = orderDesk(() => ({ app, admin }));
const today = londonDate(new Date());

test('L3 the chart has the system accounts; others are added, renamed and made inactive', async () => {
  const { data } = (await admin.call(accounts.list)).reply;
  expect(data.filter(account => account.is_system)).toHaveLength(33);
  const added = await admin.call(accounts.create, {
    body: { code: '6350', name: 'Trade fairs', kind: 'expense' },
  });
  expect(added.reply).toMatchObject({ normal_side: 'debit', balance: 0, is_system: false });
  expect(
    (await admin.call(accounts.create, { body: { code: '6350', name: 'Other', kind: 'expense' } })).refusal
      .errors,
  ).toHaveProperty('code');
  expect(
    (await admin.call(accounts.create, { body: { code: '6351', name: 'trade FAIRS', kind: 'expense' } }))
      .refusal.errors,
  ).toHaveProperty('name');
  const edit = (code: number, body: object) =>
    admin.call(accounts.update, { params: { code }, body: { ...body } as never });
  expect((await edit(6350, { name: 'Fairs', status: 'inactive', version: 1 })).reply).toMatchObject({
    name: 'Fairs',
    version: 2,
  });
  expect((await edit(6350, { name: 'Fairs again', version: 1 })).status).toBe(409);
  expect((await edit(6350, { name: 'Old fairs', status: 'inactive' })).reply).toMatchObject({
    name: 'Old fairs',
  });
  // A category that was pointed at it earlier, when that was not checked.
  await sql`insert into expense_categories (name, account_code, status, created_at, updated_at)
    values ('Fairs', '6350', 'active', now(), now())`.execute(app.db);
  expect((await edit(6350, { name: 'Older fairs', status: 'inactive' })).reply).toMatchObject({
    name: 'Older fairs',
    status: 'inactive',
  });
  expect((await edit(6350, { name: 'Fairs', status: 'active' })).status).toBe(200);
  expect((await edit(6350, { name: 'Fairs', status: 'inactive' })).refusal.errors).toHaveProperty('status');
  expect((await edit(1020, { name: 'Current account' })).reply.name).toBe('Current account');
  expect((await edit(1020, { name: 'Bank', status: 'inactive' })).refusal.errors).toHaveProperty('status');
  expect((await edit(9999, { name: 'Nothing' })).status).toBe(404);
});

test('L9 opening items are posted against suspense until it is zero, and an opening bill is paid like any other', async () => {
  const supplier_id = await someSupplier(app.db, 'From before');
  const add = (account: string, side: string, amount: string) =>
    admin.call(openingBalances.addAccount, { body: { account, side, amount } as never });
  expect((await add('1020', 'debit', '1000.00')).reply).toMatchObject({ debit: 100_000, credit: 0 });
  expect((await add('2100', 'credit', '5.00')).refusal.errors?.account?.[0]).toContain('one by one');
  // Neither invoices, bills nor stock make up these two.
  expect((await add('1000', 'debit', '5.00')).refusal.errors?.account?.[0]).toMatch(
    /Enter the cash as a balance of 1010\. Opening a till moves its float from there\.$/,
  );
  expect((await add('2110', 'credit', '5.00')).refusal.errors?.account?.[0]).toMatch(
    /Enter the stock with its cost, and the supplier’s bill as an opening bill once you have it\.$/,
  );
  const opened = await admin.call(openingBalances.addBill, {
    body: {
      supplier_id,
      supplier_bill_number: 'OLD-1',
      bill_date: addDays(today, -40),
      due_on: addDays(today, -10),
      amount: '250.00',
    },
  });
  expect(opened.status).toBe(200);
  expect((await admin.call(openingBalances.show)).reply.suspense).toBe(-75_000);
  await add('3000', 'credit', '750.00');
  expect((await admin.call(openingBalances.show)).reply).toMatchObject({ suspense: 0, items: { length: 3 } });
  const aged = (await admin.call(agedCreditors.list, { query: { party_id: String(supplier_id) } })).reply
    .data;
  expect(aged).toMatchObject([{ days_30: 25_000, not_due: 0, unallocated: 0, total: 25_000 }]);
  await admin.call(payments.create, {
    body: { supplier_id, amount: '300.00', payment_method: 'bank_transfer' },
  });
  const wallet = (await admin.call(wallets.supplier.statement, { params: { id: supplier_id } })).reply;
  expect(wallet.closing_balance).toBe(5_000);
  expect(await breachesOf(app.db)).toEqual([]);
});

test.each(['2200', '2201'])(
  'L9 V24 VAT of %s that no return will include is entered as the amount owed to HMRC',
  async account => {
    const before = await app.digest();
    const { status, refusal } = await admin.call(openingBalances.addAccount, {
      body: { account, side: 'credit', amount: '100.00' },
    });
    expect([status, refusal.errors?.account?.[0]]).toEqual([
      422,
      expect.stringMatching(/Enter VAT still to be paid for returns made elsewhere as a balance of 2205\.$/),
    ]);
    expect(await app.digest()).toBe(before);
  },
);

test('F63 L9 opening invoices and unused credit of customers are entered one by one, aged, paid and reversed', async () => {
  const customer_id = await someCustomer(app.db, 'Owed before');
  const before = (await admin.call(openingBalances.show)).reply.suspense;
  const enter = (body: object = {}) =>
    admin.call(openingBalances.addInvoice, {
      body: {
        customer_id,
        number: 'OLD-77',
        invoice_date: addDays(today, -70),
        due_on: addDays(today, -40),
        amount: '120.00',
        ...body,
      },
    });
  const ledger = async () =>
    (await admin.call(wallets.customer.statement, { params: { id: customer_id } })).reply.today;
  const opened = await enter();
  expect(opened.reply).toMatchObject({ debit: 12_000, credit: 0, can_reverse: true });
  // The customer owes £120.00, so suspense is in credit by as much (L9).
  expect((await admin.call(openingBalances.show)).reply.suspense).toBe(before - 12_000);
  expect((await enter({ number: 'old-77' })).refusal.errors).toEqual({
    number: ['old-77 has already been entered.'],
  });
  expect((await enter({ kind: 'credit', number: 'CR-1', amount: '20.00' })).reply).toMatchObject({
    debit: 0,
    credit: 2_000,
  });
  const aged = (await admin.call(agedDebtors.list, { query: { party_id: String(customer_id) } })).reply.data;
  expect(aged).toMatchObject([{ days_60: 12_000, unallocated: -2_000, total: 10_000 }]);
  expect(await ledger()).toMatchObject({ balance: 10_000, outstanding: 12_000, unallocated: 2_000 });
  const totals = (await admin.call(agedDebtors.totals)).reply;
  expect(totals.total).toBe(totals.account);
  const paid = await admin.call(customerWallet.receive, {
    params: { id: customer_id },
    body: { amount: '50.00', payment_method: 'bank_transfer' },
  });
  expect(await ledger()).toMatchObject({ balance: 5_000, outstanding: 7_000 });
  const reverse = () =>
    admin.call(openingBalances.reverse, {
      params: { id: opened.reply.journal_id },
      body: { reason: 'Paid in the old books' },
    });
  expect((await reverse()).refusal.message).toContain('Reverse the payment or the allocation first');
  await admin.call(customerWallet.reverse, {
    params: { id: paid.reply.id },
    body: { reason: 'Wrong customer' },
  });
  expect((await reverse()).status).toBe(200);
  expect((await reverse()).status).toBe(409);
  expect(await ledger()).toMatchObject({ balance: -2_000, outstanding: 0, unallocated: 2_000 });
  // Its number is free again; no VAT was posted for any of it.
  expect((await enter({ amount: '12.00' })).status).toBe(200);
  const vat = await sql<{
    entries: number;
  }>`select count(*) as entries from vat_entries v join journals j on j.id = v.journal_id
    where j.document_type = 'opening_invoice'`.execute(app.db);
  expect(vat.rows).toEqual([{ entries: 0 }]);
  for (const [body, field] of [
    [{ number: 'X', due_on: addDays(today, -71) }, 'due_on'],
    [{ number: 'X', invoice_date: addDays(today, 1), due_on: undefined }, 'invoice_date'],
    [{ number: 'X', customer_id: 999_999 }, 'customer_id'],
  ] as const)
    expect((await enter(body)).refusal.errors).toHaveProperty(field);
  expect((await (await app.as('view_ledger')).call(openingBalances.addInvoice, { body: {} })).status).toBe(
    403,
  );
  await expect(sql`update opening_invoices set amount_pence = 1`.execute(app.db)).rejects.toMatchObject({
    constraint: 'opening_invoices_stay_as_posted',
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R9 the debits and credits of the trial balance are equal, on every day', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const { reply } = await admin.call(trialBalance.show);
  expect(reply.debit).toBe(reply.credit);
  expect(reply.rows.find(row => row.code === '1200')).toMatchObject({ debit: 1000, credit: 0 });
  const before = await admin.call(trialBalance.show, { query: { as_at: '2020-01-01' } });
  expect(before.reply).toMatchObject({ rows: [], debit: 0, credit: 0 });
});

test('W1 W3 a statement starts with the opening balance, runs, and ends with opening plus entries', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await pay(order, '5.00');
  const { reply } = await admin.call(wallets.supplier.statement, {
    params: { id: order.supplier.id },
    query: { from: today },
  });
  expect(reply).toMatchObject({ opening_balance: 0, closing_balance: -700 });
  expect(reply.entries.map(entry => [entry.debit, entry.credit, entry.balance])).toEqual([
    [0, 1200, -1200],
    [500, 0, -700],
  ]);
  expect(reply.entries[0]?.link).toMatch(/^\/purchases\/bills\/\d+$/);
  expect(reply.open_items).toMatchObject([{ side: 'credit', open: 700 }]);
  const later = await admin.call(wallets.supplier.statement, {
    params: { id: order.supplier.id },
    query: { from: addDays(today, 1), to: addDays(today, 2) },
  });
  expect(later.reply).toMatchObject({ opening_balance: -700, closing_balance: -700, entries: [] });
  const pdf = await admin.call(wallets.supplier.pdf, { params: { id: order.supplier.id } });
  expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await admin.call(wallets.supplier.statement, { params: { id: 999_999 } })).status).toBe(404);
});

test('W8 R6 aged creditors add up to account 2100', async () => {
  const { data } = (await admin.call(agedCreditors.list, { query: { per_page: '1000' } })).reply;
  const owed = data.reduce((sum, row) => sum + row.total, 0);
  const { rows } = (await admin.call(trialBalance.show)).reply;
  const creditors = rows.find(row => row.code === '2100');
  expect(owed).toBe((creditors?.credit ?? 0) - (creditors?.debit ?? 0));
  for (const row of data)
    expect(row.not_due + row.days_30 + row.days_60 + row.days_90 + row.over_90 + row.unallocated).toBe(
      row.total,
    );
});

test('L9 A5 an opening item entered incorrectly is reversed once and entered again, unless part of it is paid', async () => {
  const supplier_id = await someSupplier(app.db, 'Typed wrong');
  const before = (await admin.call(openingBalances.show)).reply.suspense;
  const enter = async (amount: string) =>
    (
      await admin.call(openingBalances.addBill, {
        body: { supplier_id, supplier_bill_number: 'OLD-9', bill_date: today, due_on: today, amount },
      })
    ).reply;
  const reverse = (id: number) =>
    admin.call(openingBalances.reverse, { params: { id }, body: { reason: 'A nought too many' } });
  const wrong = await enter('900.00');
  expect(wrong).toMatchObject({ is_reversed: false, can_reverse: true });
  expect((await reverse(wrong.journal_id)).reply).toMatchObject({ is_reversed: true, can_reverse: false });
  expect((await reverse(wrong.journal_id)).status).toBe(409);
  expect((await app.audits())[0]).toMatchObject({
    action: 'reversed',
    after: { reason: 'A nought too many' },
  });
  const right = await enter('90.00');
  expect((await admin.call(openingBalances.show)).reply.suspense).toBe(before + 9_000);
  const paid = await admin.call(payments.create, {
    body: { supplier_id, amount: '10.00', payment_method: 'cash' },
  });
  expect((await reverse(right.journal_id)).refusal.message).toContain('cancel the payment first');
  await admin.call(payments.cancel, { params: { id: paid.reply.id }, body: { reason: 'Not paid' } });
  expect((await reverse(right.journal_id)).status).toBe(200);
  expect((await admin.call(openingBalances.show)).reply.suspense).toBe(before);
  expect((await admin.call(wallets.supplier.statement, { params: { id: supplier_id } })).reply).toMatchObject(
    {
      closing_balance: 0,
      open_items: [],
    },
  );
  expect((await reverse(999_999)).status).toBe(404);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F71 the trial balance at a date is exported as CSV, XLSX and PDF, with permission to export', async () => {
  const { reply } = await admin.call(trialBalance.show, { query: { as_at: today } });
  const csv = (await admin.call(trialBalance.export, { query: { as_at: today } })).raw.toString();
  const [head, ...rows] = csv.trim().split('\r\n');
  expect(head).toBe('Account,Name,Kind,Debit,Credit');
  expect(rows).toHaveLength(reply.rows.length);
  const pence = (text = '') => Math.round(Number(text) * 100);
  const sumOf = (column: number) => rows.reduce((sum, row) => sum + pence(row.split(',').at(column)), 0);
  expect([sumOf(-2), sumOf(-1)]).toEqual([reply.debit, reply.credit]);
  const sheet = await readSheet((await admin.call(trialBalance.export, { query: { format: 'xlsx' } })).raw);
  expect(typeof (sheet[1]?.[3] ?? sheet[1]?.[4])).toBe('number');
  const pdf = await admin.call(trialBalance.export, { query: { format: 'pdf' } });
  const paper = await textOfPdf(pdf.raw);
  for (const part of ['Trial Balance', 'Debits', formatPounds(reply.debit)]) expect(paper).toContain(part);
  const reader = await app.as('view_ledger');
  expect((await reader.call(trialBalance.export, { query: {} })).status).toBe(403);
});
