import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date('2026-11-22T10:00:00Z') });
  shop = await expenseShop(app);
  admin = await app.as('admin');
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const toPay = { settlement: 'to_pay', payment_method: null } as const;
const late = { date_reason: 'Found in the post' };
const lock = (through: string | null) =>
  admin.call(books.lock, { body: { locked_through: through, reason: 'Month end', accept_unbilled: true } });
const approve = (id: number, body: object = {}, who: Caller = shop.approver) =>
  who.call(expenses.approve, { params: { id }, body });
const submitted = async (more: Parameters<typeof shop.submitted>[0]) => (await shop.submitted(more)).reply;

/** Each line of an expense's journals as day, account and amount, and the tax points of its VAT. */
async function postingsOf(id: number) {
  const { rows } = await sql<{ on: string; account: string; amount: number }>`
    select l.business_date::text as on, l.account_code as account, l.debit_pence - l.credit_pence as amount
    from journals j join journal_lines l on l.journal_id = j.id
    where j.document_type = 'expense' and j.document_id = ${id} order by j.id, l.account_code`.execute(
    app.db,
  );
  const { rows: vat } = await sql<{ on: string }>`
    select distinct v.tax_point::text as on from vat_entries v join journals j on j.id = v.journal_id
    where j.document_type = 'expense' and j.document_id = ${id}`.execute(app.db);
  return {
    lines: rows.map(({ on, account, amount }) => `${on} ${account} ${amount}`),
    vat: vat.map(({ on }) => on),
  };
}

test('P13 R3 R6 an expense to be paid posts on its own date: ledger, ageing, statement and profit of that time have it', async () => {
  const supplier_id = await someSupplier(app.db, 'Power and Light');
  const { id } = await submitted({ ...toPay, supplier_id, expense_date: '2026-10-28' });
  // The approver has no permission to backdate: it is 25 days back.
  const { status, reply } = await approve(id);
  expect([status, reply.posted_on]).toEqual([200, '2026-10-28']);
  expect(await postingsOf(id)).toEqual({
    lines: ['2026-10-28 2100 -1200', '2026-10-28 2201 200', '2026-10-28 6000 1000'],
    vat: ['2026-10-28'],
  });
  const party = { party_id: String(supplier_id) };
  const owedAt = async (as_at: string) =>
    (await admin.call(agedCreditors.list, { query: { ...party, as_at } })).reply.data[0]?.total;
  expect([await owedAt('2026-10-27'), await owedAt('2026-10-28')]).toEqual([undefined, 1200]);
  const { reply: statement } = await admin.call(wallets.supplier.statement, {
    params: { id: supplier_id },
    query: { from: '2026-10-01', to: '2026-10-31' },
  });
  expect(statement).toMatchObject({ opening_balance: 0, closing_balance: -1200 });
  const overheads = async (from: string, to: string) =>
    (await admin.call(profitAndLosses.show, { query: { from, to } })).reply.lines.find(
      ({ key }) => key === 'overheads',
    )?.amount;
  expect(await overheads('2026-10-01', '2026-10-31')).toBe(1000);
  expect(await overheads('2026-11-01', '2026-11-30')).toBe(0);
  // It is paid from that day on, and cancelled today.
  const early = await admin.call(expenses.pay, {
    params: { id },
    body: { payment_method: 'bank_transfer', business_date: '2026-10-27', ...late },
  });
  expect(early.refusal.errors).toHaveProperty('business_date');
  const paid = await admin.call(expenses.pay, {
    params: { id },
    body: { payment_method: 'bank_transfer', business_date: '2026-10-28', ...late },
  });
  expect(paid.reply).toMatchObject({ status: 'paid', paid_on: '2026-10-28' });
});

test('P13 without a supplier it posts on its own date too; what was paid already posts on the day of approval', async () => {
  const lines = [shop.line({ vat_code: 'Z' })];
  const owed = await submitted({ ...toPay, lines, expense_date: '2026-11-02' });
  await approve(owed.id);
  expect(await postingsOf(owed.id)).toEqual({
    lines: ['2026-11-02 2300 -1200', '2026-11-02 6000 1200'],
    vat: ['2026-11-02'],
  });
  for (const settled of [{}, { settlement: 'own_money', payment_method: null }] as const) {
    const paid = await submitted({ ...settled, expense_date: '2026-11-02' });
    expect((await approve(paid.id)).reply.posted_on).toBe('2026-11-22');
    expect((await postingsOf(paid.id)).vat).toEqual(['2026-11-02']);
  }
});

test('D6 what was paid already is not posted before its own date', async () => {
  for (const settled of [{}, { settlement: 'own_money', payment_method: null }] as const) {
    const paid = await submitted({ ...settled, expense_date: '2026-11-10' });
    const early = await approve(paid.id, { business_date: '2026-11-09', ...late }, admin);
    expect(early.refusal.errors?.business_date?.[0]).toMatch(
      /^EXP-\d+ was paid on 10 Nov 2026\. Enter that date or a later one\.$/,
    );
    const onTheDay = await approve(paid.id, { business_date: '2026-11-10', ...late }, admin);
    expect([onTheDay.status, onTheDay.reply.posted_on]).toEqual([200, '2026-11-10']);
  }
});

test('P8 an expense falls due by the terms of its supplier, on its page as on the ledger', async () => {
  // Terms of 30 days: 10 November and 30 days.
  const supplier_id = await someSupplier(app.db, 'Thirty Days');
  await sql`update suppliers set payment_terms_days = 30 where id = ${supplier_id}`.execute(app.db);
  const { id } = await submitted({ ...toPay, supplier_id, expense_date: '2026-11-10' });
  const due = async (of: number) =>
    (await shop.clerk.call(expenses.get, { params: { id: of } })).reply.falls_due_on;
  expect(await due(id)).toBe('2026-12-10');
  expect((await approve(id)).status).toBe(200);
  // What was agreed later changes nothing that is posted.
  await sql`update suppliers set payment_terms_days = 7 where id = ${supplier_id}`.execute(app.db);
  expect(await due(id)).toBe('2026-12-10');
  const claim = await submitted({ settlement: 'own_money', payment_method: null });
  expect(await due(claim.id)).toBeNull();
});

test('P13 D6 a date over thirty days ago needs a reason and the permission to backdate, and no other day can be chosen', async () => {
  const supplier_id = await someSupplier(app.db, 'Backdated Ltd');
  // 22 November less 30 days is 23 October.
  const { id } = await submitted({ ...toPay, supplier_id, expense_date: '2026-10-22' });
  const noReason = await approve(id);
  expect([noReason.status, noReason.refusal.errors?.date_reason?.[0]]).toEqual([
    422,
    'Enter a reason for backdating this to 22 Oct 2026: that is more than 30 days ago.',
  ]);
  expect((await approve(id, late)).status, 'no permission').toBe(403);
  const dater = await app.as('approve_expense', 'view_expense', 'backdate');
  const another = await approve(id, { ...late, business_date: '2026-11-22' }, dater);
  expect(another.refusal.errors?.business_date?.[0]).toMatch(
    /^EXP-\d+ is to be paid, so it posts on its own date, 22 Oct 2026\./,
  );
  const done = await approve(id, { ...late, business_date: '2026-10-22' }, dater);
  expect([done.status, done.reply.posted_on]).toEqual([200, '2026-10-22']);
  const edge = await submitted({ ...toPay, supplier_id, expense_date: '2026-10-23' });
  expect((await approve(edge.id)).reply.posted_on).toBe('2026-10-23');
});

test('P13 D5 in locked days it posts on the first open day; when none is open, the refusal says so', async () => {
  const supplier_id = await someSupplier(app.db, 'Locked Ltd');
  const { id } = await submitted({ ...toPay, supplier_id, expense_date: '2026-11-10' });
  expect((await lock('2026-11-15')).status).toBe(200);
  const seen = await shop.approver.call(books.postingDay, { query: { date: '2026-11-10' } });
  expect(seen.reply.note).toBe(
    'Dated 10 Nov 2026, posted on 16 Nov 2026: the books are locked up to 15 Nov 2026.',
  );
  expect((await shop.clerk.call(books.postingDay, { query: { date: '2026-11-10' } })).status).toBe(200);
  expect((await approve(id)).reply.posted_on).toBe('2026-11-16');
  const { rows } = await sql<{ reason: string }>`
    select reason from journals where document_type = 'expense' and document_id = ${id}`.execute(app.db);
  expect(rows[0]?.reason).toBe(seen.reply.note);
  expect((await postingsOf(id)).vat).toEqual(['2026-11-10']);
  const next = await submitted({ ...toPay, supplier_id, expense_date: '2026-11-10' });
  await sql`update books_lock set locked_through = '2026-11-22'`.execute(app.db);
  const refused = await approve(next.id);
  expect((await lock(null)).status).toBe(200);
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    { expense_date: ['All dates from 10 Nov 2026 to today are closed. Post tomorrow, or reopen the books.'] },
  ]);
  expect((await approve(next.id)).status).toBe(200);
});

test('P13 P15 within the limit it is approved at once on its own date, but one that needs a reason waits', async () => {
  const setter = await app.as('edit_setting');
  const limit = (approval_limit: string) =>
    setter.call(expenseSettings.update, { body: { approval_limit, receipt_limit: null } });
  await limit('12.00');
  const supplier_id = await someSupplier(app.db, 'Within Ltd');
  const within = await submitted({ ...toPay, supplier_id, expense_date: '2026-10-23' });
  expect(within).toMatchObject({ status: 'approved', approved: { by: null }, posted_on: '2026-10-23' });
  await limit('24.00');
  const old = await submitted({ ...toPay, supplier_id, expense_date: '2026-10-22' });
  expect(old).toMatchObject({ status: 'submitted', posted_on: null });
  await limit('0.00');
  const dater = await app.as('approve_expense', 'view_expense', 'backdate');
  expect((await approve(old.id, late, dater)).reply.posted_on).toBe('2026-10-22');
});

test('V25 D7 of a filed period it posts on the first day after, and its VAT is an adjustment of the next return', async () => {
  const supplier_id = await someSupplier(app.db, 'Filed Ltd');
  await admin.call(vatPeriods.save, { body: { stagger: 'group_1', first_day: '2026-07-01' } });
  const { id } = await submitted({ ...toPay, supplier_id, expense_date: '2026-09-30' });
  expect((await admin.call(vatReturns.file, { body: { to: '2026-09-30' } })).status).toBe(200);
  const dater = await app.as('approve_expense', 'view_expense', 'backdate');
  expect((await approve(id)).refusal.errors, 'its date is far back').toHaveProperty('date_reason');
  const before = (await admin.call(vatReturns.get, { query: { to: '2026-12-31' } })).reply;
  expect((await approve(id, late, dater)).reply.posted_on).toBe('2026-10-01');
  expect((await postingsOf(id)).vat).toEqual(['2026-09-30']);
  const next = (await admin.call(vatReturns.get, { query: { to: '2026-12-31' } })).reply;
  expect([next.box_4 - before.box_4, next.late.entry_count - before.late.entry_count]).toEqual([200, 1]);
  expect((await admin.call(vatReturns.get, { query: { to: '2026-09-30' } })).reply.box_4).toBe(0);
});
