import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accounts } from '#domain/accounts/account.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { londonDate } from '#domain/kernel/dates';
import { expenseCategories } from '#domain/masters/master.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { breachesOf, movedOn, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { openTill } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  shop = await expenseShop(app);
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const today = londonDate(new Date());
const moved = (codes: readonly string[], work: () => Promise<unknown>) => movedOn(app.db, codes, work);

test('V18 VAT that is not reclaimable is a cost and in no box; the net is recorded', async () => {
  const { reply } = await shop.submitted({
    vat_number: null,
    reference: null,
    lines: [shop.line({ gross: '60.00', vat_recoverable: false })],
  });
  const [cost, vat] = await moved([shop.account('Stationery'), '2201'], () =>
    shop.approver.call(expenses.approve, { params: { id: reply.id }, body: {} }),
  );
  expect([cost, vat]).toEqual([6000, 0]);
  const { rows } = await sql`
    select v.net_pence, v.vat_pence from vat_entries v join journals j on j.id = v.journal_id
    where j.document_type = 'expense' and j.document_id = ${reply.id}`.execute(app.db);
  expect(rows).toEqual([{ net_pence: 5000, vat_pence: 0 }]);
});

test('F103 V2 an unregistered business bears the gross, sees and records no VAT and needs no VAT invoice', async () => {
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  const { reply } = await shop.submitted({ reference: null, vat_number: null });
  expect(reply).toMatchObject({ net: 1200, vat: 0, gross: 1200 });
  expect(reply.lines).toMatchObject([{ net: 1200, vat: 0, vat_code: 'O', vat_percent: 0 }]);
  const [cost, vat] = await moved([shop.account('Stationery'), '2201'], () =>
    shop.approver.call(expenses.approve, { params: { id: reply.id }, body: {} }),
  );
  await sql`update vat_registration set is_registered = true`.execute(app.db);
  expect([cost, vat]).toEqual([1200, 0]);
  const { rows } = await sql`select from vat_entries v join journals j on j.id = v.journal_id
    where j.document_type = 'expense' and j.document_id = ${reply.id}`.execute(app.db);
  expect(rows).toHaveLength(0);
});

test('T1 till cash leaves its drawer, and returns to one that is open', async () => {
  const till = await openTill(app.db, 5000);
  const inDrawer = async () =>
    (
      await sql<{ sum: number }>`
        select sum(amount_pence)::int as sum from till_cash where session_id = ${till}`.execute(app.db)
    ).rows[0]?.sum;
  const cash = { payment_method: 'cash', session_id: till } as const;
  const dear = await shop.submitted({ ...cash, lines: [shop.line({ gross: '50.01' })] });
  // One who may know what is in the drawer.
  const manager = await app.as('view_expense', 'approve_expense', 'approve_variance');
  const tooMuch = await manager.call(expenses.approve, { params: { id: dear.reply.id }, body: {} });
  expect(tooMuch.refusal.errors).toEqual({
    session_id: ['There is less than £50.01 in the till. Choose another method for the rest.'],
  });
  const { reply } = await shop.approved(cash);
  expect(reply).toMatchObject({ status: 'paid', till: { session_id: till } });
  expect(await inDrawer()).toBe(3800);
  expect((await shop.draft({ ...cash, payment_method: 'bank_transfer' })).refusal.errors).toHaveProperty(
    'session_id',
  );

  const bookkeeper = await app.as('reverse_payment', 'view_expense');
  const params = { id: reply.id };
  const unsaid = await bookkeeper.call(expenses.cancel, { params, body: { reason: 'Twice' } });
  expect(unsaid.refusal.errors).toHaveProperty('money_back');
  const noTill = await bookkeeper.call(expenses.cancel, {
    params,
    body: { reason: 'Twice', money_back: 'yes' },
  });
  expect(noTill.refusal.errors).toHaveProperty('session_id');
  const other = await openTill(app.db, 0);
  const back = await bookkeeper.call(expenses.cancel, {
    params,
    body: { reason: 'Twice', session_id: other, money_back: 'yes' },
  });
  expect(back.reply).toMatchObject({ status: 'cancelled', cancelled: { reason: 'Twice' } });
  expect(back.reply.journals).toHaveLength(2);
});

test('T1 D7 cash from a till that is being counted or closed is refused', async () => {
  const till = await openTill(app.db, 5000);
  const { reply } = await shop.submitted({ payment_method: 'cash', session_id: till });
  await sql`update till_sessions set status = 'counting' where id = ${till}`.execute(app.db);
  const refused = await shop.approver.call(expenses.approve, { params: { id: reply.id }, body: {} });
  expect(refused.status).toBe(409);
  expect((await shop.draft({ payment_method: 'cash', session_id: till })).refusal.errors).toHaveProperty(
    'session_id',
  );
  await sql`update till_sessions set status = 'open' where id = ${till}`.execute(app.db);
});

test('a claim is owed on account 2300 until it is reimbursed, once', async () => {
  const [accrued] = await moved(['2300'], async () => {
    const { reply } = await shop.approved({ settlement: 'own_money', payment_method: null });
    expect(reply).toMatchObject({ status: 'approved', outstanding: 1200, can: { pay: { allowed: false } } });
  });
  expect(accrued).toBe(-1200);
  const { reply } = await shop.approved({ settlement: 'own_money', payment_method: null });
  const params = { id: reply.id };
  const payer = await app.as('view_expense', 'pay_expense');
  const body = { payment_method: 'bank_transfer', reference: 'BACS 7' };
  const [owed, bank] = await moved(['2300', '1020'], async () => {
    const outcomes = await Promise.all([1, 2].map(() => payer.call(expenses.pay, { params, body })));
    expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
  expect([owed, bank]).toEqual([1200, -1200]);
  const till = await openTill(app.db, 5000);
  const cash = await shop.approved({ settlement: 'own_money', payment_method: null });
  const paid = await payer.call(expenses.pay, {
    params: { id: cash.reply.id },
    body: { payment_method: 'cash', session_id: till },
  });
  expect(paid.reply).toMatchObject({ status: 'paid', till: { session_id: till }, outstanding: 0 });
});

test('W2 W4 an unpaid expense is on its supplier’s ledger; once cancelled, nothing is left there', async () => {
  const supplier_id = await someSupplier(app.db, 'Power and Light');
  const bill = { settlement: 'to_pay', payment_method: null, supplier_id, due_on: today } as const;
  const { reply } = await shop.approved({ ...bill, reference: 'PL 1' });
  expect(reply).toMatchObject({ status: 'approved', outstanding: 1200, due_on: today });
  const balance = async () =>
    (
      await sql<{ balance: number }>`
        select balance_pence as balance from party_balances where supplier_id = ${supplier_id}`.execute(
        app.db,
      )
    ).rows[0]?.balance;
  expect(await balance()).toBe(-1200);
  const second = await shop.draft({ ...bill, reference: 'pl 1' });
  expect(second.refusal.errors?.reference?.[0]).toContain('already been entered');

  const payer = await app.as('view_expense', 'pay_expense', 'reverse_payment');
  const params = { id: reply.id };
  const paid = await payer.call(expenses.pay, { params, body: { payment_method: 'cheque' } });
  expect(paid.reply).toMatchObject({ status: 'paid', payment_method: 'cheque', outstanding: 0 });
  expect(await balance()).toBe(0);
  const [cost, vat, bank] = await moved([shop.account('Stationery'), '2201', '1020'], () =>
    payer.call(expenses.cancel, { params, body: { reason: 'Not ours', money_back: 'yes' } }),
  );
  expect([cost, vat, bank]).toEqual([-1000, -200, 1200]);
  expect(await balance()).toBe(0);
  expect((await shop.draft({ ...bill, reference: 'PL 1' })).status).toBe(200);
  const remover = await app.as('delete_supplier');
  const refused = await remover.call(suppliers.remove, { params: { id: supplier_id } });
  expect(refused.refusal.message).toContain('expenses');
});

test('L3 a category has one account, and cannot be deleted once it has postings', async () => {
  const { rows } = await sql<{ name: string; code: string; kind: string }>`
    select a.name, a.code, a.kind from expense_categories c join accounts a on a.code = c.account_code where c.name = 'Stationery'`.execute(
    app.db,
  );
  expect(rows[0]).toMatchObject({ name: 'Stationery', kind: 'expense' });
  expect(rows[0]?.code).toMatch(/^6[0-8]\d\d$/);
  const admin = await app.as('admin');
  const bank = await admin.call(expenseCategories.create, { body: { name: 'Bank' } });
  await shop.approved({ lines: [shop.line({ category_id: bank.reply.id })] });
  const named = await sql<{ name: string }>`
    select a.name from expense_categories c join accounts a on a.code = c.account_code where c.id = ${bank.reply.id}`.execute(
    app.db,
  );
  expect(named.rows[0]?.name).toMatch(/^Bank \(6\d{3}\)$/);
  const used = await admin.call(expenseCategories.remove, { params: { id: bank.reply.id } });
  expect(used.refusal.message).toContain('is used by 1 line of an expense');
});

test('L3 the account of an active category stays active, and an inactive one is not given to a category', async () => {
  const admin = await app.as('admin');
  const category = async (name: string) =>
    (await admin.call(expenseCategories.create, { body: { name } })).reply;
  const setAccount = (code: number, name: string, status: 'active' | 'inactive') =>
    admin.call(accounts.update, { params: { code }, body: { name, status } });
  const rent = await category('Rent');
  const paid = await shop.approved({ lines: [shop.line({ category_id: rent.id })] });
  const { rows } = await sql<{
    code: string;
  }>`select account_code as code from expense_categories where id = ${rent.id}`.execute(app.db);
  const code = Number(rows[0]?.code);
  const undone = await admin.call(expenses.cancel, {
    params: { id: paid.reply?.id ?? 0 },
    body: { reason: 'Not ours', money_back: 'yes' },
  });
  expect(undone.status).toBe(200);
  expect((await setAccount(code, 'Rent', 'inactive')).refusal.errors).toEqual({
    status: [`Expenses of Rent post to ${code} Rent. Make that expense category inactive first.`],
  });
  const edit = (status: 'active' | 'inactive') =>
    admin.call(expenseCategories.update, { params: { id: rent.id }, body: { name: 'Rent', status } });
  expect((await edit('inactive')).status).toBe(200);
  expect((await setAccount(code, 'Rent', 'inactive')).status).toBe(200);
  expect((await edit('active')).status).toBe(200);
  const refused = await shop.approved({ lines: [shop.line({ category_id: rent.id })] });
  expect(refused.refusal?.errors).toEqual({
    lines: [`${code} Rent, the account of Rent, is inactive. Set it to active first.`],
  });
  // An account that nobody uses any more, with the name of a new category.
  await admin.call(accounts.create, { body: { code: '6555', name: 'Courses', kind: 'expense' } });
  expect((await setAccount(6555, 'Courses', 'inactive')).status).toBe(200);
  const courses = await category('Courses');
  expect((await shop.approved({ lines: [shop.line({ category_id: courses.id })] })).status).toBe(200);
});

test('A13 the database protects posted expenses, whatever the code misses', async () => {
  const { reply } = await shop.approved();
  const attempts = [
    sql`update expenses set gross_pence = 1, net_pence = 1, vat_pence = 0 where id = ${reply.id}`,
    sql`update expenses set status = 'draft' where id = ${reply.id}`,
    sql`delete from expenses where id = ${reply.id}`,
    sql`update expense_lines set gross_pence = gross_pence + 1, net_pence = net_pence + 1 where expense_id = ${reply.id}`,
    sql`delete from expense_lines where expense_id = ${reply.id}`,
  ];
  for (const attempt of attempts) await expect(attempt.execute(app.db)).rejects.toThrow(/posted/);
});
