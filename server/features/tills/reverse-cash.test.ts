import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { londonDate } from '#domain/kernel/dates';
import { tillCashReversals } from '#domain/tills/cash-reversal.contract';
import { tillCash, tills } from '#domain/tills/till.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { balanceOf, breachesOf, fillSafe, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let approving: ReturnType<typeof someApprovals>;
let chief: Approver;
let bookkeeper: Caller;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  shop = await expenseShop(app);
  approving = someApprovals(app);
  chief = await approving.approver('view_pos', 'create_sale', 'pay_out_cash');
  bookkeeper = await app.as('view_pos', 'reverse_payment', 'pay_out_cash');
  admin = await app.as('admin');
  await fillSafe(app.db);
  await admin.call(expenseSettings.update, { body: { approval_limit: '500.00', receipt_limit: null } });
  await on.set({ paid_out_limit: null });
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(app.db);
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const seller = 'GB339072747';
const receipt = (reference: string) => ({ vat_code: 'S', vat_number: seller, reference });
const today = londonDate(new Date());

/** Pays in or out and returns the movement. */
async function moved(id: number, kind: string, amount: string, more: object = {}, who: Caller = on.keeper) {
  const body = { kind, amount, reason: 'Tea towels', ...(kind === 'paid_out' && { account_code: '6310' }) };
  const { refusal } = await who.call(tills.move, { params: { id }, body: { ...body, ...more } as never });
  if (refusal) throw new Error(refusal.message);
  const row = (await bookOf(id)).at(-1);
  if (!row) throw new Error('Nothing moved');
  return row;
}
const bookOf = async (id: number, who: Caller = on.keeper) =>
  (await who.call(tillCash.list, { params: { id } })).reply.data;
const reverse = (id: number, cash_id: number, more: object = {}, who: Caller = on.keeper) =>
  who.call(tillCashReversals.reverse, {
    params: { id, cash_id },
    body: { reason: 'Keyed by mistake', ...more },
  });
const messageOf = async (answer: Promise<{ status: number; refusal: { message: string } }>) => {
  const { status, refusal } = await answer;
  return `${status} ${refusal?.message}`;
};
const books = async () => Promise.all(['1000', '6310', '2201'].map(code => balanceOf(app.db, code)));
const expectedOf = async (id: number) => (await on.get(id, on.manager)).reply.expected;

test('L1 T1 V24 cash paid out in error is reversed: cost, VAT and drawer are as before, and X and Z reports add up', async () => {
  const id = await on.opened('50.00');
  const before = await books();
  // £12.00 with 20% VAT: £10.00 and £2.00.
  const out = await moved(id, 'paid_out', '12.00', receipt('A 1'));
  expect(await expectedOf(id)).toBe(3800);
  const { status, reply } = await reverse(id, out.id);
  expect([status, reply.id]).toEqual([200, id]);
  expect(await books()).toEqual(before);
  expect(await expectedOf(id)).toBe(5000);
  const { rows } = await sql`
    select direction, vat_code, tax_point::text as tax_point, net_pence::integer as net, vat_pence::integer as vat
    from vat_entries order by id desc limit 2`.execute(app.db);
  const entry = { direction: 'input', vat_code: 'S', tax_point: today };
  expect(rows).toEqual([
    { ...entry, net: -1000, vat: -200 },
    { ...entry, net: 1000, vat: 200 },
  ]);
  const [, original, reversal] = await bookOf(id);
  expect(original).toMatchObject({ kind: 'paid_out', amount: -1200, is_reversed: true, reverses_id: null });
  expect(reversal).toMatchObject({
    kind: 'paid_in',
    amount: 1200,
    reason: 'Keyed by mistake',
    reverses_id: out.id,
    is_reversed: false,
  });
  expect((await app.audits())[0]).toMatchObject({
    action: 'paid_out_reversed',
    record_id: id,
    before: { amount_pence: 1200, account: '6310' },
    after: { amount_pence: 0, reason: 'Keyed by mistake' },
  });
  expect((await on.closed(id, '50.00')).reply.difference).toBe(0);
  const z = (await on.keeper.call(tills.zReport, { params: { id } })).reply;
  // 50.00 + 12.00 − 12.00.
  expect(z.cash).toMatchObject({ float: 5000, paid_in: 1200, paid_out: -1200, expected: 5000 });
});

test('L1 a movement is reversed once: sent twice, two at once, a reversal, and what is no cash paid in or out', async () => {
  const id = await on.opened('100.00');
  const out = await moved(id, 'paid_out', '5.00');
  const asked = {
    params: { id, cash_id: out.id },
    body: { reason: 'Keyed by mistake' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const twice = [
    await on.keeper.call(tillCashReversals.reverse, asked),
    await on.keeper.call(tillCashReversals.reverse, asked),
  ];
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await messageOf(reverse(id, out.id))).toBe('409 This has already been reversed.');
  const mirror = (await bookOf(id)).at(-1)?.id ?? 0;
  expect(await messageOf(reverse(id, mirror))).toBe(
    '409 This is a reversal. Pay the cash in or out again instead.',
  );
  const next = await moved(id, 'paid_out', '6.00');
  const both = await Promise.all([reverse(id, next.id), reverse(id, next.id, {}, bookkeeper)]);
  expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  const drop = await moved(id, 'drop', '10.00');
  expect(await messageOf(reverse(id, drop.id))).toBe(
    '409 Cash dropped to the safe is not reversed. Pay it in from the safe instead.',
  );
  const float = (await bookOf(id))[0]?.id ?? 0;
  expect(await messageOf(reverse(id, float, {}, bookkeeper))).toMatch(/^409 Only cash paid in or out/);
  const { reply: bought } = await shop.submitted({
    payment_method: 'cash',
    session_id: id,
    lines: [shop.line({ gross: '7.00' })],
  });
  expect(bought.status).toBe('paid');
  const ofExpense = (await bookOf(id)).at(-1)?.id ?? 0;
  expect(await messageOf(reverse(id, ofExpense, {}, bookkeeper))).toBe(
    '409 This belongs to an expense. Correct the expense instead.',
  );
  expect(await messageOf(reverse(id, 999_999))).toBe('404 Cash movement not found.');
  const other = await on.opened('10.00');
  expect((await reverse(other, next.id)).status, 'of another session').toBe(404);
  expect((await reverse(id, float, { reason: ' ' })).refusal.errors).toHaveProperty('reason');
  expect(await expectedOf(id), '100.00 − 10.00 − 7.00').toBe(8300);
});

test('L1 the database refuses a second reversal and one that is not the opposite', async () => {
  const id = await on.opened('100.00');
  const out = await moved(id, 'paid_out', '5.00');
  expect((await reverse(id, out.id)).status).toBe(200);
  const copy = (amount: string) => sql`
    insert into till_cash (session_id, kind, amount_pence, journal_id, document_type, document_id, reverses_id, recorded_by, recorded_at)
    select session_id, kind, ${sql.raw(amount)}, journal_id, document_type, document_id, reverses_id, recorded_by, recorded_at
    from till_cash where reverses_id = ${out.id}`;
  await expect(copy('amount_pence').execute(app.db)).rejects.toThrow(/till_cash_is_reversed_once/);
  await expect(copy('amount_pence + 1').execute(app.db)).rejects.toThrow(/is not the reversal of/);
});

test('V18 155 the receipt of cash paid out that was reversed can be entered again: at a till, as an expense, as a bill', async () => {
  const id = await on.opened('100.00');
  const freed = async (reference: string) => {
    const out = await moved(id, 'paid_out', '12.00', receipt(reference));
    expect((await reverse(id, out.id)).status).toBe(200);
    return reference;
  };
  const again = await freed('F 1');
  await moved(id, 'paid_out', '12.00', receipt(again));
  expect((await on.move(id, 'paid_out', '12.00', { account_code: '6310', ...receipt(again) })).status).toBe(
    422,
  );
  const expense = await shop.submitted({ reference: await freed('F 2'), vat_number: seller });
  expect(expense.status).toBe(200);
  const supplier_id = await someSupplier(app.db, 'Towels Ltd');
  await sql`update suppliers set vat_number = ${seller} where id = ${supplier_id}`.execute(app.db);
  const bill = await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id,
      supplier_bill_number: await freed('F 3'),
      bill_date: today,
      lines: [{ description: 'Towels', net: '10.00', vat: '2.00', account: '6310' }],
    },
  });
  expect(bill.status).toBe(200);
});

test('F44 users reverse what they recorded while the till is open; whoever may reverse payments, anyone’s', async () => {
  const id = await on.opened('100.00');
  const cashier = await app.as('view_pos', 'create_sale');
  const out = await moved(id, 'paid_out', '5.00');
  const canOf = async (who: Caller) => (await bookOf(id, who)).find(row => row.id === out.id)?.can.reverse;
  expect(await canOf(cashier)).toEqual({
    allowed: false,
    reason: 'Someone else recorded this. Ask someone with permission to reverse payments.',
  });
  expect(await messageOf(reverse(id, out.id, {}, cashier))).toBe(
    '403 Someone else recorded this. Ask someone with permission to reverse payments.',
  );
  expect((await reverse(id, out.id, {}, await app.as('view_pos'))).status).toBe(403);
  expect([await canOf(on.keeper), await canOf(bookkeeper)]).toEqual([{ allowed: true }, { allowed: true }]);
  await on.keeper.call(tills.startCount, { params: { id }, body: {} });
  expect(await messageOf(reverse(id, out.id))).toMatch(/^409 Counter \d+ is being counted\./);
  expect(await canOf(bookkeeper)).toMatchObject({ allowed: false });
  await on.keeper.call(tills.cancelCount, { params: { id }, body: {} });
  expect((await reverse(id, out.id, {}, bookkeeper)).status).toBe(200);
});

test('T1 D7 after closing, the cash goes into a till that is open now, and the Z report stays as counted', async () => {
  const id = await on.opened('50.00');
  const out = await moved(id, 'paid_out', '12.00', receipt('Z 1'));
  expect((await on.closed(id, '38.00')).reply.difference).toBe(0);
  const z = (await on.keeper.call(tills.zReport, { params: { id } })).reply;
  const before = await books();
  expect(await messageOf(reverse(id, out.id))).toMatch(
    /^403 This session of Counter \d+ is closed and its cash/,
  );
  const none = await reverse(id, out.id, {}, bookkeeper);
  expect([none.status, none.refusal.errors?.session_id?.[0]]).toEqual([
    422,
    expect.stringMatching(
      /^Counter \d+ was closed and counted without this cash\. Choose the open till that it goes into, also to pay the same receipt again\. To correct an account only, post a journal\.$/,
    ) as string,
  ]);
  for (const session_id of [id, 999_999])
    expect((await reverse(id, out.id, { session_id }, bookkeeper)).refusal.errors).toHaveProperty(
      'session_id',
    );
  const now = await on.opened('20.00');
  expect((await reverse(id, out.id, { session_id: now }, bookkeeper)).status).toBe(200);
  expect(await expectedOf(now), '20.00 + 12.00').toBe(3200);
  // The float and the money that came back; cost and VAT are gone.
  expect(await books()).toEqual([
    (before[0] ?? 0) + 2000 + 1200,
    (before[1] ?? 0) - 1000,
    (before[2] ?? 0) - 200,
  ]);
  expect((await on.keeper.call(tills.zReport, { params: { id } })).reply).toEqual(z);
  const entered = await shop.submitted({
    reference: 'Z 1',
    vat_number: seller,
    payment_method: 'cash',
    session_id: now,
    lines: [shop.line({ gross: '12.00' })],
  });
  expect(entered.reply.status).toBe('paid');
  expect(await expectedOf(now), 'paid again').toBe(2000);
  const still = await moved(now, 'paid_out', '1.00');
  const third = await on.opened('5.00');
  expect((await reverse(now, still.id, { session_id: third })).refusal.errors).toHaveProperty('session_id');
});

test('P15 what is reversed no longer counts towards the limit of the day; reversing cash paid in counts as cash paid out', async () => {
  await on.set({ paid_out_limit: '50.00' });
  try {
    const id = await on.opened('200.00');
    const cashier = await app.as('view_pos', 'create_sale');
    const out = await moved(id, 'paid_out', '50.00', {}, cashier);
    const pay = (amount: string) =>
      cashier.call(tills.move, {
        params: { id },
        body: { kind: 'paid_out', amount, account_code: '6310', reason: 'Stamps' },
      });
    expect((await pay('0.01')).status).toBe(403);
    expect((await reverse(id, out.id, {}, cashier)).status).toBe(200);
    expect((await pay('50.00')).status, 'the room is back').toBe(200);
    expect((await pay('0.01')).status).toBe(403);
    // From the safe and back to it: no approval, as for a drop.
    const change = await moved(id, 'paid_in', '30.00', {}, cashier);
    expect((await reverse(id, change.id, {}, cashier)).status).toBe(200);
    expect((await bookOf(id)).at(-1)).toMatchObject({ kind: 'drop', amount: -3000, reverses_id: change.id });
    const income = await moved(id, 'paid_in', '10.00', { account_code: '4900' }, cashier);
    const client_id = randomUUID();
    const refused = await reverse(id, income.id, { client_id }, cashier);
    expect(refused.status).toBe(403);
    const needs = approving.needsOf(refused);
    expect(needs).toMatchObject([
      { kind: 'paid_out', session_id: id, amount: '10.00', account_code: '4900' },
    ]);
    const { approvals } = (await approving.give(cashier, chief, client_id, needs)).reply;
    expect((await reverse(id, income.id, { client_id, approvals }, cashier)).status).toBe(200);
    expect((await bookOf(id)).at(-1)).toMatchObject({
      kind: 'paid_out',
      amount: -1000,
      approved_by: expect.stringMatching(/^Person \d+$/) as string,
    });
    expect(await expectedOf(id), '200.00 − 50.00').toBe(15_000);
    await on.set({ blind_count: false });
    const all = await moved(id, 'paid_in', '5.00', { account_code: '4900' }, chief);
    expect((await on.move(id, 'drop', '154.00')).status).toBe(200);
    expect(await messageOf(reverse(id, all.id, {}, chief))).toBe(
      '409 There is not enough cash in the drawer.',
    );
  } finally {
    await on.set({ paid_out_limit: null });
  }
});

test('L1 an expense paid from a till is still cancelled through the expense', async () => {
  const id = await on.opened('50.00');
  const { reply } = await shop.submitted({
    payment_method: 'cash',
    session_id: id,
    lines: [shop.line({ gross: '7.00' })],
  });
  const undo = { reason: 'Keyed twice', money_back: 'yes' as const, session_id: id };
  expect((await admin.call(expenses.cancel, { params: { id: reply.id }, body: undo })).status).toBe(200);
  expect((await bookOf(id)).map(row => row.can.reverse.allowed)).toEqual([false, false, false]);
});
