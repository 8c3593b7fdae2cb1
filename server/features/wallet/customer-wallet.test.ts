import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { balanceOf, breachesOf, movedOn, someCustomer } from '../../../tests/support/books';
import { openTill } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const ago = (days: number): CalendarDate => addDays(today, -days);
const { invoice, receive, payOut, reverse, ledger, open } = walletCalls(() => ({ app, admin }));

test('W1 W2 W3 a customer’s balance is due above zero and in credit below, in words, entry by entry', async () => {
  const id = await someCustomer(app.db, 'Statement Ltd', { limit: 50_000 });
  await invoice(id, 3000, ago(9), ago(39));
  await receive(id, '10.00', { business_date: ago(4), date_reason: 'Entered late' });
  await receive(id, '45.00', { reference: 'FP 1' });
  const all = await ledger(id);
  expect(all.party).toMatchObject({
    kind: 'customer',
    name: 'Statement Ltd',
    credit_limit: 50_000,
    closed: null,
    is_erased: false,
  });
  expect(all.entries.map(({ debit, credit, balance }) => [debit, credit, balance])).toEqual([
    [3000, 0, 3000],
    [0, 1000, 2000],
    [0, 4500, -2500],
  ]);
  expect(all.today).toEqual({ balance: -2500, outstanding: 0, due: 0, overdue: 0, unallocated: 2500 });
  const { reply: middle } = await admin.call(wallets.customer.statement, {
    params: { id },
    query: { from: ago(5), to: ago(1) },
  });
  expect(middle).toMatchObject({ opening_balance: 3000, closing_balance: 2000, entries: { length: 1 } });
  expect(middle.entries[0]).toMatchObject({
    link: `/wallet/customer/${id}`,
    payment: { status: 'completed' },
  });
  const pdf = await admin.call(wallets.customer.pdf, { params: { id } });
  expect(pdf.status).toBe(200);
});

test('W6 M10 a receipt pays the listed invoices, or by default the oldest due; the rest is credit', async () => {
  const id = await someCustomer(app.db);
  const [later, earlier] = [await invoice(id, 2000, today), await invoice(id, 1000, ago(3))];
  const { reply } = await receive(id, '15.00');
  expect(reply).toMatchObject({
    kind: 'receipt',
    direction: 'in',
    allocated_amount: 1500,
    status: 'completed',
  });
  expect(await open(id)).toEqual([['debit', 'invoice', 1500]]);
  const tooMuch = await receive(id, '20.00', { allocations: [{ item_id: later, amount: '15.01' }] });
  expect(tooMuch.refusal.errors?.['allocations.0.amount']?.[0]).toContain('Only £15.00 of INVOICE-');
  expect((await receive(id, '20.00', { allocations: [{ item_id: earlier, amount: '0.01' }] })).status).toBe(
    422,
  );
  const outsider = await invoice(await someCustomer(app.db), 500);
  for (const allocations of [
    [{ item_id: outsider, amount: '1.00' }],
    [
      { item_id: later, amount: '1.00' },
      { item_id: later, amount: '1.00' },
    ],
    [{ item_id: later, amount: '10.01' }],
  ])
    expect((await receive(id, '10.00', { allocations })).status).toBe(422);
  // Overpaying a listed invoice gives no change and pays no other invoice.
  const other = await invoice(id, 700, today);
  expect(
    (await receive(id, '20.00', { allocations: [{ item_id: later, amount: '15.00' }] })).reply,
  ).toMatchObject({
    allocated_amount: 1500,
  });
  expect(await open(id)).toEqual([
    ['credit', 'receipt', 500],
    ['debit', 'invoice', 700],
  ]);
  expect(other).toBeGreaterThan(0);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V15 W6 a top-up pays nothing yet and has no VAT', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 500);
  const moved = await movedOn(app.db, ['1100', '2200', '4000'], async () => {
    const { reply } = await receive(id, '20.00', { top_up: true, payment_method: 'credit_card' });
    expect(reply).toMatchObject({ kind: 'top_up', allocated_amount: 0 });
  });
  expect(moved).toEqual([-2000, 0, 0]);
  expect((await ledger(id)).today).toEqual({
    balance: -1500,
    outstanding: 500,
    due: 500,
    overdue: 0,
    unallocated: 2000,
  });
  const { rows } =
    await sql`select from vat_entries v join journals j on j.id = v.journal_id where j.document_type = 'customer_payment'`.execute(
      app.db,
    );
  expect(rows).toEqual([]);
  const named = (await ledger(id)).open_items.find(item => item.side === 'debit');
  expect(
    (await receive(id, '5.00', { top_up: true, allocations: [{ item_id: named?.id ?? 0, amount: '5.00' }] }))
      .status,
  ).toBe(422);
});

test('T1 T6 A11 cash goes through an open till and nowhere else, and no card number is stored', async () => {
  const id = await someCustomer(app.db);
  const { refusal } = await receive(id, '5.00', { payment_method: 'cash' });
  expect(refusal.errors).toEqual({
    session_id: ['Cash needs an open till. Open one first, or choose another method.'],
  });
  const drawer = await openTill(app.db, 0);
  expect((await admin.call(customerWallet.drawers)).reply.data).toContainEqual({
    session_id: drawer,
    register_name: expect.stringMatching(/^Register/),
    opened_at: expect.any(Date),
  });
  expect((await receive(id, '5.00', { session_id: drawer })).status).toBe(422);
  const { reply } = await receive(id, '5.00', { payment_method: 'cash', session_id: drawer });
  expect(await balanceOf(app.db, '1000')).toBe(500);
  expect((await payOut(id, '2.00', { payment_method: 'cash', session_id: drawer })).status).toBe(200);
  // £3 is left in the drawer, so it cannot give £5 back.
  expect((await reverse(reply.id)).refusal.errors).toHaveProperty('session_id');
  expect((await reverse(reply.id, { session_id: drawer })).refusal.message).toContain(
    'There is less than £5.00 in the till.',
  );
  // The wallet is asked first: the drawer would refuse £9.00 too.
  expect(
    (await payOut(id, '9.00', { payment_method: 'cash', session_id: drawer })).refusal.errors?.amount,
  ).toEqual([expect.stringContaining('£3.00')]);
  await receive(id, '2.00', { payment_method: 'cash', session_id: drawer });
  expect((await reverse(reply.id, { session_id: drawer })).reply).toMatchObject({ status: 'reversed' });
  expect(await balanceOf(app.db, '1000')).toBe(0);
  const { status, refusal: card } = await receive(id, '5.00', { reference: '4111 1111 1111 1111' });
  expect([status, card.errors?.reference?.[0]]).toEqual([
    422,
    'Never write a card number down. Enter the last four digits or the authorisation code.',
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W5 R14 only unused credit is paid out, even by concurrent requests', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 9000);
  await receive(id, '30.00', { top_up: true });
  expect((await payOut(id, '30.01')).refusal.errors).toEqual({
    amount: ['Only £30.00 is available in the wallet.'],
  });
  expect((await payOut(id, '1.00', { payment_method: 'credit_card' })).status).toBe(422);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => payOut(id, '7.00')));
  expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 200, 200, 422, 422, 422, 422,
  ]);
  expect((await ledger(id)).today).toEqual({
    balance: 8800,
    outstanding: 9000,
    due: 9000,
    overdue: 0,
    unallocated: 200,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F54 a hundred concurrent movements of one wallet are each done or refused for a reason, none for being busy', async () => {
  const id = await someCustomer(app.db);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => [receive(id, '2.00', { top_up: true }), payOut(id, '1.00')]).flat(),
  );
  const statuses = outcomes.map(({ status }) => status);
  expect(statuses.filter(status => ![200, 409, 422].includes(status))).toEqual([]);
  const [received, paidOut] = [0, 1].map(
    side => outcomes.filter(({ status }, at) => at % 2 === side && status === 200).length,
  );
  expect(received).toBe(50);
  expect((await ledger(id)).today.unallocated).toBe(50 * 200 - (paidOut ?? 0) * 100);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L2 a bounced cheque makes the invoice outstanding again, once; a pay-out of it is then owed', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 1000);
  const { reply: cheque } = await receive(id, '16.00', { payment_method: 'cheque' });
  await payOut(id, '6.00');
  const outcomes = await Promise.all(
    [1, 2].map(() => reverse(cheque.id, { bounced: true, reason: 'No cover' })),
  );
  expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await open(id)).toEqual([
    ['debit', 'withdrawal', 600],
    ['debit', 'invoice', 1000],
  ]);
  expect((await ledger(id)).entries.at(-1)).toMatchObject({
    kind: 'reversal',
    description: 'Bounced: No cover',
    debit: 1600,
  });
  const { reply: transfer } = await receive(id, '1.00');
  expect((await reverse(transfer.id, { bounced: true })).status).toBe(422);
  const clerk = await app.as('create_payment');
  expect(
    (await clerk.call(customerWallet.reverse, { params: { id: transfer.id }, body: { reason: 'x' } })).status,
  ).toBe(403);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('the walk-in customer has no ledger', async () => {
  const { rows } = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  const { status, refusal } = await receive(rows[0]?.id ?? 0, '1.00');
  expect([status, refusal.message]).toEqual([
    409,
    'The walk-in customer has no ledger. Choose a named customer.',
  ]);
});

test('A13 the database protects posted payments', async () => {
  const id = await someCustomer(app.db);
  const { reply } = await receive(id, '1.00');
  await admin.call(customerWallet.adjust, {
    params: { id },
    body: { kind: 'credit', amount: '1.00', account_code: '4010', reason: 'Goodwill' },
  });
  for (const change of [
    sql`update customer_payments set amount_pence = 2 where id = ${reply.id}`,
    sql`update customer_payments set customer_id = customer_id + 0, method = 'cheque' where id = ${reply.id}`,
    sql`delete from customer_payments where id = ${reply.id}`,
    sql`delete from wallet_adjustments`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow();
});
