import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf, someSupplier, fillSafe } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  admin = await app.as('admin');
});
afterAll(() => app.close());
const today = londonDate(new Date());
const ago = (days: number): CalendarDate => addDays(today, -days);
const back = (day: CalendarDate) =>
  day === today ? { business_date: day } : { business_date: day, date_reason: 'Entered late' };
let bills = 0;

/** An opening bill, the simplest credit. */
const owe = async (supplier_id: number, amount: string, day: CalendarDate, dueOn = day) => {
  const { reply, refusal } = await admin.call(openingBalances.addBill, {
    body: {
      supplier_id,
      supplier_bill_number: `W-${++bills}`,
      bill_date: day,
      due_on: dueOn,
      amount,
      ...back(day),
    },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const pay = async (supplier_id: number, amount: string, day: CalendarDate) => {
  const { business_date: payment_date, ...reason } = back(day);
  const { reply, refusal } = await admin.call(payments.create, {
    body: { supplier_id, amount, payment_method: 'cash', payment_date, ...reason },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const ageOf = async (supplier: number, as_at = today) =>
  (await admin.call(agedCreditors.list, { query: { party_id: String(supplier), as_at } })).reply.data[0];
const statementOf = async (id: number, query: { from?: string; to?: string } = {}) =>
  (await admin.call(wallets.supplier.statement, { params: { id }, query })).reply;
const pounds = (pence: number) => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`;

test('R6 a bill is in the column of its days overdue, an unallocated payment in its own', async () => {
  const supplier = await someSupplier(app.db, 'Aged');
  for (const [amount, days] of [
    ['1.00', 0],
    ['2.00', 1],
    ['4.00', 30],
    ['8.00', 31],
    ['16.00', 60],
    ['32.00', 61],
    ['64.00', 90],
    ['128.00', 91],
  ] as const)
    await owe(supplier, amount, ago(100), ago(days));
  expect(await ageOf(supplier)).toMatchObject({
    not_due: 100,
    days_30: 600,
    days_60: 2400,
    days_90: 9600,
    over_90: 12_800,
    unallocated: 0,
    total: 25_500,
  });
  const other = await someSupplier(app.db, 'In credit');
  await pay(other, '9.00', ago(5));
  expect(await ageOf(other)).toMatchObject({ unallocated: -900, total: -900, not_due: 0 });
});

test('R6 the total of all suppliers equals account 2100, on any day', async () => {
  for (const as_at of [ago(100), ago(95), ago(5), today]) {
    const { reply } = await admin.call(agedCreditors.totals, { query: { as_at } });
    expect(reply.total).toBe(reply.account);
    const { data } = (await admin.call(agedCreditors.list, { query: { as_at, per_page: '1000' } })).reply;
    for (const part of ['not_due', 'days_30', 'over_90', 'unallocated', 'total'] as const)
      expect(data.reduce((sum, row) => sum + row[part], 0)).toBe(reply[part]);
  }
  expect((await admin.call(agedCreditors.totals)).reply.total).toBeGreaterThan(0);
});

test('R6 later allocations were open before, and a backdated payment settles no bill before it exists', async () => {
  const supplier = await someSupplier(app.db, 'Dated back');
  await owe(supplier, '10.00', ago(3), ago(3));
  // Entered last, dated first: on that day there was nothing to settle.
  await pay(supplier, '10.00', ago(6));
  expect(await ageOf(supplier, ago(5))).toMatchObject({ unallocated: -1000, total: -1000 });
  expect(await ageOf(supplier, ago(3))).toBeUndefined();
  const later = await someSupplier(app.db, 'Paid late');
  await owe(later, '10.00', ago(9), ago(9));
  await pay(later, '4.00', ago(2));
  expect(await ageOf(later, ago(3))).toMatchObject({ days_30: 1000, total: 1000 });
  expect(await ageOf(later, ago(2))).toMatchObject({ days_30: 600, total: 600 });
});

test('W3 W4 R6 A4 on every day the ages add up to the ledger, and so does the statement', async () => {
  const step = fc.record({
    kind: fc.constantFrom('bill', 'payment'),
    amount: fc.integer({ min: 1, max: 50_000 }),
    days: fc.integer({ min: 0, max: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async steps => {
      const supplier = await someSupplier(app.db);
      for (const { kind, amount, days } of steps)
        await (kind === 'bill'
          ? owe(supplier, pounds(amount), ago(days))
          : pay(supplier, pounds(amount), ago(days)));
      for (const day of [ago(9), ago(6), ago(3), today]) {
        const { rows } = await sql<{ owed: number }>`
          select coalesce(sum(credit_pence - debit_pence), 0)::bigint as owed from journal_lines
          where account_code = '2100' and supplier_id = ${supplier} and business_date <= ${day}`.execute(
          app.db,
        );
        const row = await ageOf(supplier, day);
        expect(row?.total ?? 0).toBe(rows[0]?.owed);
        if (row)
          expect(row.not_due + row.days_30 + row.days_60 + row.days_90 + row.over_90 + row.unallocated).toBe(
            row.total,
          );
        expect((await statementOf(supplier, { to: day })).closing_balance).toBe(0 - (rows[0]?.owed ?? 0));
      }
    }),
    { numRuns: 25, verbose: 1 },
  );
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W3 a statement of a period has the opening balance, and leads to journals and documents', async () => {
  const supplier = await someSupplier(app.db, 'Statement');
  await owe(supplier, '30.00', ago(9));
  await pay(supplier, '10.00', ago(4));
  await owe(supplier, '5.00', ago(4));
  const all = await statementOf(supplier);
  expect(all.entries.map(entry => entry.balance)).toEqual([-3000, -2000, -2500]);
  expect(all).toMatchObject({ opening_balance: 0, closing_balance: -2500, entries_left_out: 0 });
  const middle = await statementOf(supplier, { from: ago(5), to: ago(4) });
  expect(middle).toMatchObject({ opening_balance: -3000, closing_balance: -2500, entries: { length: 2 } });
  expect(middle.entries[0]).toMatchObject({ link: `/suppliers/${supplier}`, debit: 1000, credit: 0 });
  expect(middle.entries[0]?.journal_id).toBeGreaterThan(0);
  expect(all.open_items).toMatchObject([{ open: 2000 }, { open: 500 }]);
  expect((await statementOf(supplier, { to: ago(20) })).entries).toEqual([]);
});

test('P12 a supplier with an unpaid bill cannot be deleted', async () => {
  const supplier = await someSupplier(app.db, 'Owed');
  await owe(supplier, '1.00', today);
  const { status, refusal } = await admin.call(suppliers.remove, { params: { id: supplier } });
  expect([status, refusal.message]).toEqual([
    409,
    '“Owed” has 1 bill, so it cannot be deleted. Set it to inactive instead.',
  ]);
});

test('the ledger needs its permission, and an invalid period is refused', async () => {
  const supplier = await someSupplier(app.db);
  const buyer = await app.as('view_supplier');
  expect((await buyer.call(wallets.supplier.statement, { params: { id: supplier } })).status).toBe(403);
  expect((await buyer.call(agedCreditors.list)).status).toBe(403);
  for (const query of [{ from: 'yesterday' }, { to: '2026-02-30' }, { page: '2' }])
    expect((await admin.call(wallets.supplier.statement, { params: { id: supplier }, query })).status).toBe(
      422,
    );
  const reader = await app.as('view_ledger');
  expect((await reader.call(agedCreditors.export)).status).toBe(403);
});
