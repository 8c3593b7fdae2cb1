import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { users } from '#domain/users/user.contract';
import { breachesOf } from '../../../tests/support/books';
import { callerOf } from '../../../tests/support/caller';
import { expenseShop } from '../../../tests/support/expenses';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { createScheduledExpensesHandler } from './create-scheduled-expenses';

const now = new Date('2026-11-21T09:00:00Z');
let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  shop = await expenseShop(app);
});
afterAll(() => app.close());

const today = londonDate(now);
/** Runs the nightly job of a day. */
const nightOf = (day: string) =>
  createScheduledExpensesHandler(app.db, () => new Date(`${day}T01:07:00Z`)).run({});
const scheduled = async (
  every: string,
  first_on = today,
  ends_on: string | null = null,
  more: object = {},
) => {
  const { reply } = await shop.approved({ description: 'Rent of the shop', notes: 'By standing order' });
  const body = { every, first_on, ends_on, ...more };
  const { reply: schedule } = await shop.clerk.call(expenseSchedules.create, {
    params: { id: reply.id },
    body,
  });
  return { expense: reply, schedule };
};
const draftsOf = async (schedule: number) =>
  (
    await sql<{ id: number; day: string; status: string; gross: number; reference: string | null }>`
      select id, expense_date::text as day, status, gross_pence as gross, reference from expenses
      where schedule_id = ${schedule} order by expense_date`.execute(app.db)
  ).rows;

test('a draft is created on each date, once however often the job runs, and for days of downtime', async () => {
  const { expense, schedule } = await scheduled('month', '2026-11-30');
  expect(schedule).toMatchObject({
    status: 'active',
    next_on: '2026-11-30',
    made: 0,
    description: 'Rent of the shop',
  });
  await nightOf('2026-11-29');
  expect(await draftsOf(schedule.id)).toEqual([]);
  await Promise.all([nightOf('2026-11-30'), nightOf('2026-11-30')]);
  await nightOf('2026-11-30');
  expect(await draftsOf(schedule.id)).toMatchObject([
    { day: '2026-11-30', status: 'draft', gross: 1200, reference: null },
  ]);
  await nightOf('2027-03-01');
  expect((await draftsOf(schedule.id)).map(({ day }) => day)).toEqual([
    '2026-11-30',
    '2026-12-30',
    '2027-01-30',
    '2027-02-28',
  ]);
  const [first] = await draftsOf(schedule.id);
  const { reply } = await shop.clerk.call(expenses.get, { params: { id: first?.id ?? 0 } });
  expect(reply).toMatchObject({
    description: 'Rent of the shop',
    notes: 'By standing order',
    settlement: 'firm_paid',
    net: 1000,
    vat: 200,
    lines: { length: 1 },
    recurring: { every: 'month', next_on: '2027-03-30', made_like: { number: expense.number } },
  });
  expect((await app.audits(1))[0]).toMatchObject({ action: 'created', record_type: 'expense' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('it ends on its day, is paused, and resumes with later dates', async () => {
  const { schedule } = await scheduled('week', today, addDays(today, 14));
  await nightOf(addDays(today, 60));
  expect((await draftsOf(schedule.id)).map(({ day }) => day)).toEqual([
    today,
    addDays(today, 7),
    addDays(today, 14),
  ]);
  const list = async () =>
    (await shop.clerk.call(expenseSchedules.list, { query: { status: 'ended' } })).reply.data.map(
      ({ id }) => id,
    );
  expect(await list()).toContain(schedule.id);

  const other = await scheduled('week');
  const params = { id: other.schedule.id };
  const pause = { status: 'paused', version: 1 };
  expect((await shop.clerk.call(expenseSchedules.update, { params, body: pause })).reply).toMatchObject({
    status: 'paused',
    next_on: null,
  });
  const stale = await shop.clerk.call(expenseSchedules.update, { params, body: pause });
  // With what a form needs to merge the two edits (F12).
  expect([stale.status, stale.refusal.current]).toEqual([
    409,
    expect.objectContaining({ status: 'paused', ends_on: null, version: 2 }),
  ]);
  await nightOf(addDays(today, 30));
  expect(await draftsOf(other.schedule.id)).toEqual([]);
  const on = await shop.clerk.call(expenseSchedules.update, { params, body: { status: 'active' } });
  expect(on.reply).toMatchObject({ status: 'active', next_on: today });
});

test('an expense recurs every few weeks or months, and says so', async () => {
  const { expense, schedule } = await scheduled('week', today, null, { interval_count: 2 });
  expect(schedule).toMatchObject({ every: 'week', interval_count: 2 });
  await nightOf(addDays(today, 40));
  expect((await draftsOf(schedule.id)).map(({ day }) => day)).toEqual([
    today,
    addDays(today, 14),
    addDays(today, 28),
  ]);
  const { reply } = await shop.clerk.call(expenses.get, { params: { id: expense.id } });
  expect(reply.recurring).toMatchObject({ interval_count: 2, next_on: addDays(today, 42) });
  const file = await (await app.as('view_expense', 'export_data')).call(expenseSchedules.export);
  expect(file.raw.toString()).toContain('Every 2 weeks');
  const { reply: other } = await shop.submitted();
  for (const interval_count of [0, 37, 1.5]) {
    const refused = await shop.clerk.call(expenseSchedules.create, {
      params: { id: other.id },
      body: { every: 'week', first_on: today, interval_count },
    });
    expect(refused.refusal.errors, String(interval_count)).toHaveProperty('interval_count');
  }
});

test('later drafts are based on one with a new amount, and those created before stay', async () => {
  const { expense, schedule } = await scheduled('month', today);
  await nightOf(today);
  const [draft] = await draftsOf(schedule.id);
  const params = { id: draft?.id ?? 0 };
  const base = (expense_id: number, more: object = {}) =>
    shop.clerk.call(expenseSchedules.template, {
      params: { id: schedule.id },
      body: { expense_id, ...more },
    });
  const actions = async () => (await shop.clerk.call(expenses.get, { params })).reply.can.become_template;
  expect(await actions()).toMatchObject({ allowed: false });
  expect((await base(params.id)).refusal.message).toContain('Submit the expense first');
  const higherPriced = shop.body({ description: 'Rent of the shop', lines: [shop.line({ gross: '15.00' })] });
  await shop.clerk.call(expenses.update, { params, body: higherPriced });
  const { reply: sent } = await shop.clerk.call(expenses.submit, { params });
  expect(await actions()).toEqual({ allowed: true });
  const { expense: unrelated } = await scheduled('year');
  expect((await base(unrelated.id)).refusal.message).toContain('does not belong to this recurring expense');
  expect((await base(params.id, { version: 99 })).status).toBe(409);
  const based = await base(params.id);
  expect(based.reply).toMatchObject({ expense: { id: params.id }, gross: 1500, made: 1 });
  expect((await app.audits())[0]).toMatchObject({
    record_name: sent.number,
    before: { based_on: expense.number },
    after: { based_on: sent.number },
  });
  await nightOf('2026-12-21');
  expect((await draftsOf(schedule.id)).map(({ gross }) => gross)).toEqual([1500, 1500]);
  // Cancelling the first no longer ends it.
  const admin = await app.as('admin');
  await admin.call(expenses.cancel, { params: { id: expense.id }, body: { reason: 'x', money_back: 'no' } });
  const { reply: own } = await shop.clerk.call(expenses.get, { params });
  expect(own.recurring).toMatchObject({ made_like: null, next_on: '2027-01-21' });
  const viewer = await app.as('view_expense');
  const body = { expense_id: params.id };
  expect((await viewer.call(expenseSchedules.template, { params: { id: schedule.id }, body })).status).toBe(
    403,
  );
});

test('the expense that a schedule began with is not made recurring again, and can become the basis again', async () => {
  const { expense, schedule } = await scheduled('month', today);
  await nightOf(today);
  const [draft] = await draftsOf(schedule.id);
  const params = { id: draft?.id ?? 0 };
  await shop.clerk.call(expenses.update, { params, body: shop.body({ description: 'Rent of the shop' }) });
  const { reply: later } = await shop.clerk.call(expenses.submit, { params });
  const base = (expense_id: number) =>
    shop.clerk.call(expenseSchedules.template, { params: { id: schedule.id }, body: { expense_id } });
  expect((await base(later.id)).status).toBe(200);
  // A program that sends no key may ask again: nothing is changed.
  const withoutKey = callerOf(app.app, shop.clerk.token, false);
  const body = { expense_id: later.id };
  const repeated = await withoutKey.call(expenseSchedules.template, { params: { id: schedule.id }, body });
  expect([repeated.status, repeated.reply.expense.number]).toEqual([200, later.number]);

  const first = { id: expense.id };
  const { reply } = await shop.clerk.call(expenses.get, { params: first });
  expect(reply.recurring).toMatchObject({ schedule_id: schedule.id, made_like: { number: later.number } });
  expect([reply.can.repeat.allowed, reply.can.become_template.allowed]).toEqual([false, true]);
  const again = await shop.clerk.call(expenseSchedules.create, {
    params: first,
    body: { every: 'month', first_on: today },
  });
  expect(again.refusal.message).toBe(
    `${expense.number} belongs to a recurring expense. Change that one on the Recurring Expenses page.`,
  );
  expect((await base(expense.id)).reply.expense).toMatchObject({ number: expense.number });
});

test('an expense without a number, already recurring, or starting in the past is refused', async () => {
  const { reply: draft } = await shop.draft();
  const body = { every: 'month', first_on: today };
  const create = (id: number, sent: object = body) =>
    shop.clerk.call(expenseSchedules.create, { params: { id }, body: { ...sent } });
  expect((await create(draft.id)).status).toBe(409);
  const { expense } = await scheduled('month');
  expect((await create(expense.id)).refusal.message).toContain('is already recurring');
  const { reply: other } = await shop.submitted();
  expect((await create(other.id, { ...body, first_on: addDays(today, -1) })).refusal.errors).toHaveProperty(
    'first_on',
  );
  expect((await create(other.id, { ...body, ends_on: addDays(today, -1) })).refusal.errors).toHaveProperty(
    'ends_on',
  );
});

test('cancelling an expense ends its recurrence; a draft that recurs already is not made recurring again', async () => {
  const { expense, schedule } = await scheduled('week');
  await nightOf(today);
  const [draft] = await draftsOf(schedule.id);
  const params = { id: draft?.id ?? 0 };
  const { reply: edited } = await shop.clerk.call(expenses.update, {
    params,
    body: shop.body({ description: 'Rent of the shop' }),
  });
  expect((await shop.clerk.call(expenses.submit, { params: { id: edited.id } })).status).toBe(200);
  const again = await shop.clerk.call(expenseSchedules.create, {
    params,
    body: { every: 'week', first_on: today },
  });
  expect(again.refusal.message).toMatch(/^EXP-\d+ belongs to a recurring expense\. Change that one/);
  const admin = await app.as('admin');
  const cancelled = await admin.call(expenses.cancel, {
    params: { id: expense.id },
    body: { reason: 'Wrong amount', money_back: 'yes' },
  });
  expect(cancelled.status).toBe(200);
  expect(cancelled.reply.recurring).toMatchObject({ next_on: null });
  expect((await app.audits(1))[0]).toMatchObject({ action: 'cancelled', after: { recurring: 'ended' } });
  await nightOf(addDays(today, 30));
  expect(await draftsOf(schedule.id), 'no more after the first').toHaveLength(1);
  const { reply: listed } = await shop.clerk.call(expenseSchedules.list, { query: { status: 'ended' } });
  expect(listed.data.find(({ id }) => id === schedule.id)?.expense.is_cancelled).toBe(true);
  // As its row was saved before: with the status that the form began with.
  for (const body of [{ status: 'active' }, { status: 'paused', ends_on: null }]) {
    const saved = await shop.clerk.call(expenseSchedules.update, {
      params: { id: schedule.id },
      body: { ...body } as never,
    });
    expect([saved.status, saved.refusal.message]).toEqual([
      409,
      `${expense.number} is cancelled, so it no longer recurs. Make another expense recurring instead.`,
    ]);
  }
  await nightOf(addDays(today, 60));
  expect(await draftsOf(schedule.id)).toHaveLength(1);
});

test('a VAT rate that has changed since sets the VAT of the draft', async () => {
  const { schedule } = await scheduled('month', '2026-12-01');
  await sql`insert into vat_rates (code, rate_percent, valid_from) values ('S', 25, '2026-12-01')`.execute(
    app.db,
  );
  await nightOf('2026-12-01');
  const { rows } = await sql`
    select e.net_pence as net, e.vat_pence as vat, l.vat_percent::text as percent
    from expenses e join expense_lines l on l.expense_id = e.id where e.schedule_id = ${schedule.id}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ net: 960, vat: 240, percent: '25.00' }]);
});

test('a claim that recurs ends with the account of its user, and what the business pays goes on', async () => {
  const leaver = await app.as('view_expense', 'create_expense', 'edit_expense');
  const recurring = async (more: object) => {
    const { reply } = await shop.submitted({ description: 'Mobile phone', ...more }, leaver);
    const { reply: schedule } = await leaver.call(expenseSchedules.create, {
      params: { id: reply.id },
      body: { every: 'week', first_on: today, ends_on: null },
    });
    return { id: schedule.id, expense: reply };
  };
  const claim = await recurring({ settlement: 'own_money', payment_method: null });
  const bill = await recurring({});
  const admin = await app.as('admin');
  expect((await admin.call(users.deactivate, { params: { id: leaver.userId } })).status).toBe(200);
  expect(await app.audits(2)).toContainEqual(
    expect.objectContaining({
      record_name: claim.expense.number,
      before: { recurring: 'active' },
      after: { recurring: 'ended' },
    }),
  );
  await nightOf(today);
  expect(await draftsOf(claim.id)).toEqual([]);
  expect(await draftsOf(bill.id)).toMatchObject([{ day: today }]);

  // As an earlier version left it: the account is closed, and the claim still recurs.
  await sql`update expense_schedules set next_on = ${today} where id = ${claim.id}`.execute(app.db);
  await nightOf(addDays(today, 30));
  expect(await draftsOf(claim.id)).toEqual([]);
  const { rows } = await sql<{ next_on: string | null }>`
    select next_on from expense_schedules where id = ${claim.id}`.execute(app.db);
  expect(rows).toEqual([{ next_on: null }]);
});
