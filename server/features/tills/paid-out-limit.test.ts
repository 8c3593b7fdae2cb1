import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { tillCash, tills } from '#domain/tills/till.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

type User = Caller & { readonly userId: number };
let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let approving: ReturnType<typeof someApprovals>;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let chief: Approver;
/** A new user for each test: what is paid out in a day is that of one user. */
let cashier: User;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  approving = someApprovals(app);
  shop = await expenseShop(app);
  chief = await approving.approver('view_pos', 'create_sale', 'pay_out_cash');
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false), ('6320', 'Cleaning', 'expense', 'debit', false, false)
    on conflict do nothing`.execute(app.db);
});
beforeEach(async () => {
  cashier = await app.as('view_pos', 'create_sale');
  await on.set({ paid_out_limit: '50.00' });
});
afterAll(() => app.close());

const out = (id: number, amount: string, more: object = {}, who: Caller = cashier) =>
  who.call(tills.move, {
    params: { id },
    body: { kind: 'paid_out', amount, account_code: '6310', reason: 'Parcels', ...more },
  });
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);

test('P15 T1 cash paid out up to the limit of the day needs no approval; above it a manager approves this payment by PIN, once', async () => {
  const id = await on.opened('900.00');
  expect((await out(id, '50.00')).status).toBe(200);
  const client_id = randomUUID();
  const refused = await out(id, '30.00', { client_id });
  expect([refused.status, refused.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: cash paid out above the limit. Up to £50.00 a day needs no approval, and £50.00 has already been paid out today without approval.',
  ]);
  const needs = approving.needsOf(refused);
  expect(needs).toEqual([
    {
      kind: 'paid_out',
      session_id: id,
      amount: '30.00',
      account_code: '6310',
      category_id: null,
      reason: 'Parcels',
    },
  ]);
  const other = await approving.approver('view_pos', 'create_sale', 'approve_variance');
  expect((await approving.give(cashier, other, client_id, needs)).refusal.message).toMatch(
    /does not have permission to approve cash paid out above the limit\.$/,
  );
  const { approvals } = (await approving.give(cashier, chief, client_id, needs)).reply;
  const second = await on.opened('100.00');
  for (const [what, answer] of [
    ['a penny more', out(id, '30.01', { client_id, approvals })],
    ['for something else', out(id, '30.00', { client_id, approvals, account_code: '6320' })],
    ['with another reason', out(id, '30.00', { client_id, approvals, reason: 'Taxi' })],
    ['of another till', out(second, '30.00', { client_id, approvals })],
    ['of another form', out(id, '30.00', { client_id: randomUUID(), approvals })],
  ] as const)
    expect((await answer).status, what).toBe(403);
  expect((await out(id, '30.00', { client_id, approvals })).status).toBe(200);
  const [entry] = await app.audits();
  expect(entry).toMatchObject({
    action: 'paid_out',
    record_id: id,
    after: { amount_pence: 3000, reason: 'Parcels', approved_by: [chief.userId] },
  });
  expect((await out(id, '30.00', { client_id, approvals })).status, 'again').toBe(403);
  const { data } = (await on.keeper.call(tillCash.list, { params: { id } })).reply;
  expect(data.filter(({ kind }) => kind === 'paid_out')).toMatchObject([
    { amount: -5000, approved_by: null },
    { amount: -3000, approved_by: expect.stringMatching(/^Person \d+$/) as string },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 five payments of £49.00 do not get around the limit, at whatever tills; what was approved no longer counts', async () => {
  const [first, second] = [await on.opened('300.00'), await on.opened('300.00')];
  expect((await out(first, '49.00')).status).toBe(200);
  for (const till of [first, second, first, second]) expect((await out(till, '49.00')).status).toBe(403);
  const client_id = randomUUID();
  const needs = approving.needsOf(await out(second, '49.00', { client_id }));
  const { approvals } = (await approving.give(cashier, chief, client_id, needs)).reply;
  expect((await out(second, '49.00', { client_id, approvals })).status).toBe(200);
  expect((await out(second, '1.00')).status, '£50.00').toBe(200);
  expect((await out(first, '0.01')).status, 'a penny more').toBe(403);
  const other = await app.as('view_pos', 'create_sale');
  expect((await out(first, '50.00', {}, other)).status, 'another user').toBe(200);
  // Yesterday’s was yesterday’s.
  await sql`alter table till_cash disable trigger user`.execute(app.db);
  await sql`update till_cash set recorded_at = recorded_at - interval '25 hours' where recorded_by = ${cashier.userId}`.execute(
    app.db,
  );
  await sql`alter table till_cash enable trigger user`.execute(app.db);
  expect((await out(first, '50.00')).status, 'the next day').toBe(200);
});

test('P15 two payments at once do not pass the limit together, at one till or at two, nor does one sent twice count twice', async () => {
  const [first, second] = [await on.opened('300.00'), await on.opened('300.00')];
  expect(await statuses([out(first, '49.00'), out(second, '49.00'), out(first, '49.00')])).toEqual([
    200, 403, 403,
  ]);
  const again = {
    params: { id: first },
    body: { kind: 'paid_out' as const, amount: '1.00', account_code: '6310', reason: 'Stamps' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const sent = [await cashier.call(tills.move, again), await cashier.call(tills.move, again)];
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect((await out(first, '0.01')).status, '£49.00 and £1.00 once').toBe(403);
  // Refused, approved and sent again under one key, and the answer was lost.
  const client_id = randomUUID();
  const key = { 'idempotency-key': randomUUID() };
  const body = { ...again.body, amount: '20.00', client_id };
  const asked = { params: { id: first }, body, headers: key };
  const needs = approving.needsOf(await cashier.call(tills.move, asked));
  const { approvals } = (await approving.give(cashier, chief, client_id, needs)).reply;
  const approved = { ...asked, body: { ...body, approvals } };
  const twice = [await cashier.call(tills.move, approved), await cashier.call(tills.move, approved)];
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  const { data } = (await on.keeper.call(tillCash.list, { params: { id: first } })).reply;
  expect(data.filter(({ amount }) => amount === -2000)).toHaveLength(1);
});

test('P15 who may pay out cash needs no approval, and neither do cash paid in, drops, and a business without a limit', async () => {
  const id = await on.opened('900.00');
  expect((await out(id, '200.00', {}, chief)).status).toBe(200);
  const move = (kind: 'paid_in' | 'drop', more: object = {}) =>
    cashier.call(tills.move, { params: { id }, body: { kind, amount: '120.00', reason: 'Change', ...more } });
  expect(await statuses([move('paid_in', { account_code: '4900' }), move('drop')])).toEqual([200, 200]);
  await on.set({ paid_out_limit: '0.00' });
  expect((await out(id, '0.01')).refusal.message).toBe(
    'Someone with permission must approve this: cash paid out above the limit. Up to £0.00 a day needs no approval.',
  );
  await on.set({ paid_out_limit: null });
  expect((await out(id, '300.00')).status).toBe(200);
});

test('P15 the limit is a sales setting, which is kept when a client does not send it', async () => {
  const { reply } = await on.manager.call(sellingSettings.get);
  expect(reply.paid_out_limit).toBe(5000);
  await on.set({ paid_out_limit: undefined });
  expect((await on.manager.call(sellingSettings.get)).reply.paid_out_limit).toBe(5000);
  await on.set({ paid_out_limit: '75.50' });
  expect((await app.audits())[0]).toMatchObject({
    record_name: 'Selling',
    before: { paid_out_limit: '50.00' },
    after: { paid_out_limit: '75.50' },
  });
  await expect(on.set({ paid_out_limit: '-1.00' })).rejects.toThrow();
});

test('P15 the database refuses cash paid out above the limit that the code let through', async () => {
  const id = await on.opened('900.00');
  const manager = await app.as('view_pos', 'create_sale', 'pay_out_cash');
  expect((await out(id, '49.00', {}, manager)).status).toBe(200);
  // The code sees a user with the permission; the database sees one without it, at the commit.
  const { rows } = await sql<{ made: string }>`
    select pg_get_functiondef('holds_permission(bigint, text)'::regprocedure) as made`.execute(app.db);
  await sql`create or replace function holds_permission(of_user bigint, wanted text) returns boolean language sql stable as
    'select false'`.execute(app.db);
  try {
    const { status, refusal } = await out(id, '2.00', {}, manager);
    expect([status, refusal?.message]).toEqual([
      409,
      'This cash paid out is above the limit. Have it approved, then try again.',
    ]);
    expect((await out(id, '1.00', {}, manager)).status, '£50.00').toBe(200);
  } finally {
    await sql.raw(rows[0]?.made ?? '').execute(app.db);
  }
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 F05 an expense paid from a till counts towards the limit unless someone approved it, and is never approved twice', async () => {
  const admin = await app.as('admin');
  const rules = (approval_limit: string) =>
    admin.call(expenseSettings.update, { body: { approval_limit, receipt_limit: null } });
  expect((await rules('500.00')).status).toBe(200);
  const clerk = await app.as('view_expense', 'create_expense', 'view_pos', 'create_sale');
  const id = await on.opened('900.00');
  const bought = async (gross: string, more: object = {}) => {
    const lines = [shop.line({ gross })];
    const cash = { payment_method: 'cash' as const, session_id: id };
    const { reply, refusal } = await shop.submitted({ ...cash, lines, ...more }, clerk);
    if (!reply) throw new Error(refusal.message);
    return reply;
  };
  expect((await bought('40.00')).status).toBe('paid');
  expect((await out(id, '10.01', {}, clerk)).status, 'of the till').toBe(403);
  const waiting = await bought('10.01');
  expect(waiting.status, 'within the limit of expenses').toBe('submitted');
  const byBank = { payment_method: 'bank_transfer' as const, session_id: null };
  expect((await bought('10.01', byBank)).status, 'not from a till').toBe('paid');
  const approve = { params: { id: waiting.id }, body: {} };
  expect((await shop.approver.call(expenses.approve, approve)).reply.status).toBe('paid');
  expect((await out(id, '10.00', {}, clerk)).status, '£50.00: what was approved no longer counts').toBe(200);
  // Owed first and paid later by someone who may pay expenses.
  const owed = await bought('300.00', { settlement: 'own_money', payment_method: null, session_id: null });
  expect(owed.status).toBe('approved');
  const payer = await app.as('view_expense', 'pay_expense');
  const body = { payment_method: 'cash' as const, session_id: id };
  expect((await payer.call(expenses.pay, { params: { id: owed.id }, body })).reply.status).toBe('paid');
  // Entered by mistake, cancelled and back in the drawer.
  const helper = await app.as('view_expense', 'create_expense', 'view_pos', 'create_sale');
  const mistaken = await shop.submitted(
    { payment_method: 'cash', session_id: id, lines: [shop.line({ gross: '45.00' })] },
    helper,
  );
  expect((await out(id, '45.00', {}, helper)).status).toBe(403);
  const undo = { reason: 'Keyed twice', money_back: 'yes' as const, session_id: id };
  const cancelled = await admin.call(expenses.cancel, { params: { id: mistaken.reply.id }, body: undo });
  expect([cancelled.status, cancelled.reply?.status]).toEqual([200, 'cancelled']);
  expect((await out(id, '45.00', {}, helper)).status, 'what came back was not paid out').toBe(200);
  await rules('0.00');
  expect(await breachesOf(app.db)).toEqual([]);
});
