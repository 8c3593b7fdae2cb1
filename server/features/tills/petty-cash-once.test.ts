import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  await on.set({ paid_out_limit: null });
  shop = await expenseShop(app);
  admin = await app.as('admin');
  till = await on.opened('500.00');
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(app.db);
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const today = londonDate(new Date());
const seller = 'GB339072747';
const onTill = `paid out of a till on ${formatDate(today)}`;
const hint = 'Check that it is not paid twice; if it is another receipt, add its date to the number.';
const payOut = (reference: string | null, more: object = {}) =>
  on.move(till, 'paid_out', '12.00', {
    account_code: '6310',
    reason: 'Tea towels',
    reference,
    ...(reference !== null && { vat_code: 'S', vat_number: seller }),
    ...more,
  });
const expense = (reference: string, more: object = {}) =>
  shop.draft({ reference, vat_number: seller, ...more });
const bill = (supplier_id: number, supplier_bill_number: string) =>
  admin.call(supplierDocuments.bill, {
    body: {
      supplier_id,
      supplier_bill_number,
      bill_date: today,
      lines: [{ description: 'Towels', net: '10.00', vat: '2.00', account: '6310' }],
    },
  });
const sellerAsSupplier = async (name: string) => {
  const id = await someSupplier(app.db, name);
  await sql`update suppliers set vat_number = ${seller} where id = ${id}`.execute(app.db);
  return id;
};

test('V18 155 a receipt is paid out of tills once; its VAT is reclaimed once', async () => {
  expect((await payOut('T 1')).status).toBe(200);
  const vat = await balanceOf(app.db, '2201');
  const again = await payOut('t 1');
  expect([again.status, again.refusal.errors]).toEqual([
    422,
    { reference: [`t 1 with this VAT number has already been ${onTill}. ${hint}`] },
  ]);
  expect(await balanceOf(app.db, '2201')).toBe(vat);
  expect((await payOut('T 1', { vat_number: 'GB123456782' })).status, 'of another seller').toBe(200);
  expect((await payOut('T 2')).status).toBe(200);
  // Without both numbers there is nothing to compare.
  for (const more of [{ vat_number: null, vat_code: null }, {}])
    expect((await payOut(null, more)).status).toBe(200);
});

test('V18 155 a receipt paid out of a till is refused as an expense, and the other way round', async () => {
  expect((await payOut('E 1')).status).toBe(200);
  const refused = await expense('e 1');
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    { reference: [`e 1 with this VAT number has already been ${onTill}. ${hint}`] },
  ]);
  const { reply: entered } = await shop.submitted({ reference: 'E 2', vat_number: seller });
  expect((await payOut('E 2')).refusal.errors?.reference?.[0]).toBe(
    `E 2 with this VAT number has already been entered as expense ${entered.number}. ${hint}`,
  );
  await shop.clerk.call(expenses.cancel, {
    params: { id: entered.id },
    body: { reason: 'Paid from the till' },
  });
  expect((await payOut('E 2')).status).toBe(200);
  // A supplier's VAT number counts once the expense is submitted.
  const supplier_id = await sellerAsSupplier('Towels Ltd');
  const { reply: draft } = await expense('E 1', { vat_number: null, supplier_id });
  const late = await shop.clerk.call(expenses.submit, { params: { id: draft.id } });
  expect(late.refusal.errors?.reference?.[0]).toContain(onTill);
});

test('V18 155 a receipt paid out of a till is refused as a bill of the seller, and the other way round', async () => {
  const supplier = await sellerAsSupplier('More Towels Ltd');
  expect((await payOut('B 1')).status).toBe(200);
  expect((await bill(supplier, 'b 1')).refusal.errors?.supplier_bill_number?.[0]).toContain(
    'has already been paid out of a till',
  );
  const { reply: recorded } = await bill(supplier, 'B 2');
  expect((await payOut('B 2')).refusal.errors?.reference?.[0]).toBe(
    `B 2 with this VAT number has already been recorded as ${recorded.number}. ${hint}`,
  );
});

test('V18 155 of one receipt at once in two places one is entered', async () => {
  const supplier = await sellerAsSupplier('At Once Towels Ltd');
  for (const other of [
    (reference: string) => payOut(reference),
    (reference: string) => expense(reference),
    (reference: string) => bill(supplier, reference),
  ])
    for (let round = 0; round < 3; round += 1) {
      const reference = `O ${String(other)} ${round}`.replaceAll(/[^\w ]/g, '').slice(0, 40) + round;
      const both = await Promise.all([payOut(reference), other(reference)]);
      expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422]);
    }
});

test('V18 155 the database refuses what the code would miss', async () => {
  expect((await payOut('D 1')).status).toBe(200);
  const copy = sql`insert into till_cash (session_id, kind, amount_pence, journal_id, document_type, document_id,
      receipt_number, receipt_vat_number, recorded_by, recorded_at)
    select session_id, kind, amount_pence, journal_id, document_type, document_id, 'd 1', receipt_vat_number, recorded_by, recorded_at
    from till_cash where receipt_number = 'D 1'`;
  await expect(copy.execute(app.db)).rejects.toThrow(/is entered already/);
});
