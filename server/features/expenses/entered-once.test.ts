import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { deadlocks } from '../../../tests/support/watch-locks';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  shop = await expenseShop(app);
  admin = await app.as('admin');
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const today = londonDate(new Date());
/** A bill without an order: £100.00 and £20.00 VAT. */
const bill = (supplier_id: number, supplier_bill_number: string) =>
  admin.call(supplierDocuments.bill, {
    body: {
      supplier_id,
      supplier_bill_number,
      bill_date: today,
      lines: [{ description: 'Cleaning', net: '100.00', vat: '20.00', account: '5000' }],
    },
  });
/** The same invoice as an expense to be paid. */
const expense = (supplier_id: number | null, reference: string, more: object = {}) =>
  shop.draft({
    supplier_id,
    reference,
    settlement: 'to_pay',
    payment_method: null,
    lines: [shop.line({ gross: '120.00' })],
    ...more,
  });
const cancel = (id: number) =>
  shop.clerk.call(expenses.cancel, { params: { id }, body: { reason: 'Entered as a bill' } });

test('V18 an invoice recorded as a bill is refused as an expense, until the bill is reversed', async () => {
  const acme = await someSupplier(app.db, 'Acme');
  const [creditors, inputVat] = [await balanceOf(app.db, '2100'), await balanceOf(app.db, '2201')];
  const { reply: recorded } = await bill(acme, 'inv-4711');
  const refused = await expense(acme, 'INV-4711');
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    {
      reference: [
        `INV-4711 from this supplier has already been recorded as ${recorded.number}. Check that it is not paid twice.`,
      ],
    },
  ]);
  expect(await balanceOf(app.db, '2100')).toBe(creditors - 12_000);
  expect(await balanceOf(app.db, '2201')).toBe(inputVat + 2000);
  // Nor by editing a draft.
  const { reply: other } = await expense(acme, 'INV-4712');
  const edited = await shop.clerk.call(expenses.update, {
    params: { id: other.id },
    body: shop.body({ supplier_id: acme, reference: 'Inv-4711' }),
  });
  expect(edited.refusal.errors).toHaveProperty('reference');
  // The same number of another supplier is another invoice.
  const others = await expense(await someSupplier(app.db, 'Other'), 'INV-4711', {
    vat_number: 'GB339072747',
  });
  expect(others.status).toBe(200);
  await admin.call(supplierDocuments.reverseBill, {
    params: { id: recorded.id },
    body: { reason: 'It was an expense' },
  });
  expect((await expense(acme, 'INV-4711')).status).toBe(200);
});

test('V18 an invoice entered as an expense is refused as a bill and as an opening bill, until the expense is cancelled', async () => {
  const acme = await someSupplier(app.db, 'Acme Two');
  const { reply: draft } = await expense(acme, 'X-1');
  const ofDraft = await bill(acme, 'x-1');
  expect([ofDraft.status, ofDraft.refusal.errors]).toEqual([
    422,
    {
      supplier_bill_number: [
        `Bill x-1 from Acme Two has already been entered as a draft expense of ${formatDate(today)}. Check that it is not paid twice; cancel or reject the expense to record it as a bill.`,
      ],
    },
  ]);
  const { reply: sent } = await shop.clerk.call(expenses.submit, { params: { id: draft.id } });
  expect((await bill(acme, 'X-1')).refusal.message).toContain(
    `already been entered as expense ${sent.number}.`,
  );
  const opening = await admin.call(openingBalances.addBill, {
    body: {
      kind: 'bill',
      supplier_id: acme,
      supplier_bill_number: 'X-1',
      bill_date: today,
      amount: '120.00',
    },
  });
  expect([opening.status, Object.keys(opening.refusal.errors ?? {})]).toEqual([
    422,
    ['supplier_bill_number'],
  ]);
  await cancel(draft.id);
  expect((await bill(acme, 'X-1')).status).toBe(200);
});

test('V18 a bill and an expense entered at once: one is refused, and neither deadlocks', async () => {
  const acme = await someSupplier(app.db, 'Acme Three');
  const before = deadlocks.length;
  for (const number of ['T-1', 'T-2', 'T-3']) {
    const both = await Promise.all([
      bill(acme, number),
      shop.clerk.call(expenses.create, {
        body: {
          ...shop.body({ supplier_id: acme, reference: number, settlement: 'to_pay', payment_method: null }),
          submit: 'now',
        },
      }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  }
  expect(deadlocks.length).toBe(before);
});

test('V18 a receipt without a supplier is entered once for each VAT number, whoever enters it', async () => {
  const colleague = await app.as('create_expense');
  const receipt = { supplier_id: null, reference: 'Till 9/81', vat_number: 'GB339072747' };
  const { reply: first } = await shop.submitted(receipt);
  const again = await shop.draft({ ...receipt, reference: 'TILL 9/81' }, colleague);
  expect([again.status, again.refusal.errors]).toEqual([
    422,
    {
      reference: [
        `TILL 9/81 with this VAT number has already been entered as expense ${first.number}. Check that it is not paid twice; if it is another receipt, add its date to the number.`,
      ],
    },
  ]);
  // With its supplier named too, it is the same receipt.
  const named = await shop.draft({ ...receipt, supplier_id: await someSupplier(app.db, 'Taxis') });
  expect(named.status).toBe(422);
  expect((await shop.draft({ ...receipt, vat_number: 'GB123456789' })).status).toBe(200);
  const both = await Promise.all([
    shop.draft({ ...receipt, reference: 'Till 9/82' }),
    shop.draft({ ...receipt, reference: 'till 9/82' }, colleague),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  await cancel(first.id);
  expect((await shop.draft(receipt, colleague)).status).toBe(200);
});

test('V18 a bill is refused when an expense without a supplier has its number and the supplier’s VAT number', async () => {
  const acme = await someSupplier(app.db, 'Acme Four');
  await sql`update suppliers set vat_number = 'GB220430231' where id = ${acme}`.execute(app.db);
  expect((await expense(null, 'V-1', { vat_number: 'GB220430231' })).status).toBe(200);
  expect((await bill(acme, 'V-1')).status).toBe(422);
  expect((await bill(acme, 'V-2')).status).toBe(200);
  expect((await expense(null, 'V-2', { vat_number: 'GB220430231' })).refusal.errors).toHaveProperty(
    'reference',
  );
});

test('V18 what was entered twice before stays and is cancelled; a draft of it is not submitted', async () => {
  const acme = await someSupplier(app.db, 'Acme Five');
  const { reply: draft } = await expense(acme, 'OLD-1');
  await sql`alter table supplier_bills disable trigger bills_are_no_expenses`.execute(app.db);
  const { reply: recorded } = await bill(acme, 'OLD-1');
  await sql`alter table supplier_bills enable trigger bills_are_no_expenses`.execute(app.db);
  const submitted = await shop.clerk.call(expenses.submit, { params: { id: draft.id } });
  expect([submitted.status, submitted.refusal.message]).toEqual([
    422,
    expect.stringContaining(`already been recorded as ${recorded.number}.`),
  ]);
  expect((await cancel(draft.id)).status).toBe(200);
});

test('V18 a rejected expense does not keep its invoice from being recorded as a bill, and is not submitted after it', async () => {
  const acme = await someSupplier(app.db, 'Acme Six');
  const { reply: draft } = await expense(acme, 'R-1');
  const params = { id: draft.id };
  await shop.clerk.call(expenses.submit, { params });
  expect((await bill(acme, 'R-1')).status).toBe(422);
  const { status } = await shop.approver.call(expenses.reject, {
    params,
    body: { reason: 'The office has it' },
  });
  expect(status).toBe(200);
  const { reply: recorded } = await bill(acme, 'R-1');
  expect((await shop.clerk.call(expenses.submit, { params })).refusal.message).toContain(
    `already been recorded as ${recorded.number}.`,
  );
});

// An import is one transaction, and the database has room for some thousand locks of all transactions.
test('R39 however many invoices one transaction enters, it holds few locks', async () => {
  const held = await app.db.transaction().execute(async tx => {
    await sql`select lock_supplier_invoice('7', 'N-' || n) from generate_series(1, 20000) n`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'`.execute(
      tx,
    );
    return rows[0]?.count;
  });
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThanOrEqual(1_024);
});
