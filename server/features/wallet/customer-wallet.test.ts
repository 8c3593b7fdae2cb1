import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import type { BodySent } from '#domain/kernel/call';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { asKeeper, balanceOf, breachesOf, someCustomer } from '../../../tests/support/books';
import { customerItem } from '../../../tests/support/customer-items';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const ago = (days: number): CalendarDate => addDays(today, -days);

const invoice = (customer: number, amount: number, dueOn = today, on: CalendarDate = dueOn) =>
  asKeeper(app.db, ctx => customerItem(ctx, customer, { side: 'debit', amount, dueOn, on }));
type Receipt = BodySent<typeof customerWallet.receive>;
const receive = (id: number, amount: string, more: Partial<Receipt> = {}, caller = admin) =>
  caller.call(customerWallet.receive, {
    params: { id },
    body: { amount, payment_method: 'bank_transfer', ...more },
  });
const payOut = (id: number, amount: string, more: Partial<BodySent<typeof customerWallet.payOut>> = {}) =>
  admin.call(customerWallet.payOut, {
    params: { id },
    body: { amount, payment_method: 'bank_transfer', ...more },
  });
const reverse = (id: number, more: Partial<BodySent<typeof customerWallet.reverse>> = {}) =>
  admin.call(customerWallet.reverse, { params: { id }, body: { reason: 'Entered twice', ...more } });
const ledger = async (id: number) => (await admin.call(wallets.customer.statement, { params: { id } })).reply;
const open = async (id: number) =>
  (await ledger(id)).open_items.map(item => [item.side, item.kind, item.open]);

test('W1 W2 W3 a customer owes us above zero and is in credit below, in words, entry by entry', async () => {
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
  });
  expect(all.entries.map(({ debit, credit, balance }) => [debit, credit, balance])).toEqual([
    [3000, 0, 3000],
    [0, 1000, 2000],
    [0, 4500, -2500],
  ]);
  expect(all.today).toEqual({ balance: -2500, outstanding: 0, overdue: 0, unallocated: 2500 });
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

test('W6 M10 a receipt pays the invoices it names, and without a name the oldest due; what is more is credit', async () => {
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
  expect(tooMuch.refusal.errors?.['allocations.0.amount']?.[0]).toContain('Only £15.00 is open of INVOICE-');
  expect((await receive(id, '20.00', { allocations: [{ item_id: earlier, amount: '0.01' }] })).status).toBe(
    422,
  );
  const stranger = await invoice(await someCustomer(app.db), 500);
  for (const allocations of [
    [{ item_id: stranger, amount: '1.00' }],
    [
      { item_id: later, amount: '1.00' },
      { item_id: later, amount: '1.00' },
    ],
    [{ item_id: later, amount: '10.01' }],
  ])
    expect((await receive(id, '10.00', { allocations })).status).toBe(422);
  // Over-payment of a named invoice is no change and pays no other invoice by itself.
  const other = await invoice(id, 700, today);
  expect(
    (await receive(id, '20.00', { allocations: [{ item_id: later, amount: '15.00' }] })).reply,
  ).toMatchObject({
    allocated_amount: 1500,
  });
  expect((await open(id)).toSorted()).toEqual([
    ['credit', 'receipt', 500],
    ['debit', 'invoice', 700],
  ]);
  expect(other).toBeGreaterThan(0);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V15 W6 a top-up pays nothing yet and has no VAT', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 500);
  const vat = await balanceOf(app.db, '2200');
  const { reply } = await receive(id, '20.00', { top_up: true, payment_method: 'credit_card' });
  expect(reply).toMatchObject({ kind: 'top_up', allocated_amount: 0 });
  expect((await ledger(id)).today).toEqual({
    balance: -1500,
    outstanding: 500,
    overdue: 0,
    unallocated: 2000,
  });
  expect(await balanceOf(app.db, '2200')).toBe(vat);
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

test('T1 T6 A11 cash goes through an open till and nowhere else, and no card number is kept', async () => {
  const id = await someCustomer(app.db);
  const { refusal } = await receive(id, '5.00', { payment_method: 'cash' });
  expect(refusal.errors).toEqual({
    session_id: ['Cash needs an open till. Open one first, or choose another method.'],
  });
  const drawer = await openTill(app.db, 0);
  expect((await admin.call(customerWallet.drawers)).reply.data).toContainEqual({
    session_id: drawer,
    register_name: expect.stringMatching(/^Register/),
  });
  expect((await receive(id, '5.00', { session_id: drawer })).status).toBe(422);
  const { reply } = await receive(id, '5.00', { payment_method: 'cash', session_id: drawer });
  expect(await balanceOf(app.db, '1000')).toBe(500);
  expect((await payOut(id, '2.00', { payment_method: 'cash', session_id: drawer })).status).toBe(200);
  // £3 is left in the drawer: it cannot give £5 back.
  expect((await reverse(reply.id)).refusal.errors).toHaveProperty('session_id');
  expect((await reverse(reply.id, { session_id: drawer })).refusal.message).toContain(
    'Only £3.00 is in the till',
  );
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

test('W5 R14 only unused credit is paid out, however many ask at once', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 9000);
  await receive(id, '30.00', { top_up: true });
  expect((await payOut(id, '30.01')).refusal.errors).toEqual({ amount: ['Only £30.00 is in the wallet.'] });
  expect((await payOut(id, '1.00', { payment_method: 'credit_card' })).status).toBe(422);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => payOut(id, '7.00')));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 422, 422, 422, 422]);
  expect((await ledger(id)).today).toEqual({
    balance: 8800,
    outstanding: 9000,
    overdue: 0,
    unallocated: 200,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L2 a bounced cheque makes the invoice owed again, once; what was paid out of it is then owed', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 1000);
  const { reply: cheque } = await receive(id, '16.00', { payment_method: 'cheque' });
  await payOut(id, '6.00');
  const outcomes = await Promise.all(
    [1, 2].map(() => reverse(cheque.id, { bounced: true, reason: 'No cover' })),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await open(id)).toSorted()).toEqual([
    ['debit', 'invoice', 1000],
    ['debit', 'withdrawal', 600],
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

test('a debt is written off to bad debts, no more than is open; an adjustment names its account', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 1000, ago(90));
  const bad = await balanceOf(app.db, '6800');
  const adjust = (body: Partial<BodySent<typeof customerWallet.adjust>>, caller = admin) =>
    caller.call(customerWallet.adjust, {
      params: { id },
      body: { kind: 'write_off', amount: '4.00', reason: 'Insolvent', ...body },
    });
  expect((await adjust({ amount: '10.01' })).refusal.errors).toEqual({
    amount: ['Only £10.00 is open, so no more can be written off.'],
  });
  expect((await adjust({})).reply.number).toMatch(/^WAL-\d{5}$/);
  expect(await balanceOf(app.db, '6800')).toBe(bad + 400);
  expect(await open(id)).toEqual([['debit', 'invoice', 600]]);
  expect((await adjust({ kind: 'credit' })).refusal.errors).toHaveProperty('account_code');
  expect((await adjust({ kind: 'credit', account_code: '1100' })).refusal.message).toContain(
    'follows its own ledger',
  );
  expect((await adjust({ kind: 'credit', account_code: '4010', amount: '2.00' })).status).toBe(200);
  expect((await adjust({ kind: 'debit', account_code: '4900', amount: '1.50' })).status).toBe(200);
  expect((await ledger(id)).today).toMatchObject({ balance: 550, outstanding: 750, unallocated: 200 });
  expect((await adjust({}, await app.as('create_payment'))).status).toBe(403);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W10 credit goes to another customer only by the right to adjust ledgers, and only what is unused', async () => {
  const [from, to] = [await someCustomer(app.db, 'Giver'), await someCustomer(app.db, 'Taker')];
  await receive(from, '8.00', { top_up: true });
  const transfer = (amount: string, caller = admin, target = to) =>
    caller.call(customerWallet.transfer, {
      params: { id: from },
      body: { to_customer_id: target, amount, reason: 'Paid by the parent firm' },
    });
  expect((await transfer('1.00', await app.as('create_payment', 'view_ledger'))).status).toBe(403);
  expect((await transfer('8.01')).refusal.message).toBe('Only £8.00 is in the wallet.');
  expect((await transfer('1.00', admin, from)).status).toBe(422);
  // Both ways at once: nobody waits for the other for ever.
  await receive(to, '5.00', { top_up: true });
  const both = await Promise.all([
    transfer('5.00'),
    admin.call(customerWallet.transfer, {
      params: { id: to },
      body: { to_customer_id: from, amount: '5.00', reason: 'Back' },
    }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await transfer('3.00');
  expect([(await ledger(from)).today.unallocated, (await ledger(to)).today.unallocated]).toEqual([500, 800]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 credit is used for an invoice by hand and taken back; what was paid out stays used', async () => {
  const id = await someCustomer(app.db);
  await receive(id, '10.00', { top_up: true });
  const owed = await invoice(id, 600);
  const credit = (await ledger(id)).open_items.find(item => item.side === 'credit')?.id ?? 0;
  const pair = { debit_item_id: owed, credit_item_id: credit };
  const match = (amount: string) =>
    admin.call(customerWallet.match, { params: { id }, body: { ...pair, amount } });
  expect((await match('6.01')).status).toBe(409);
  expect((await match('6.00')).reply.message).toBe('£6.00 is used.');
  await payOut(id, '4.00');
  const matches = (await admin.call(customerWallet.matches, { params: { id } })).reply.data;
  expect(matches.map(({ amount, can_take_back }) => [amount, can_take_back])).toEqual([
    [400, false],
    [600, true],
  ]);
  const paid = matches[0]?.debit.id ?? 0;
  const back = (body: typeof pair) => admin.call(customerWallet.takeBack, { params: { id }, body });
  expect((await back({ debit_item_id: paid, credit_item_id: credit })).refusal.message).toContain(
    'stays as it is',
  );
  expect((await back(pair)).reply.message).toBe('£6.00 is free again.');
  expect((await back(pair)).status).toBe(409);
  expect((await back({ debit_item_id: credit, credit_item_id: owed })).status).toBe(422);
  expect((await ledger(id)).today).toMatchObject({ outstanding: 600, unallocated: 600 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R6 what customers owe stands in the column of its days past due, unused credit in one of its own', async () => {
  const id = await someCustomer(app.db, 'Aged Debtor');
  for (const [amount, days] of [
    [100, 0],
    [200, 1],
    [400, 30],
    [800, 31],
    [1600, 61],
    [3200, 91],
  ] as const)
    await invoice(id, amount, ago(days), ago(100));
  await receive(id, '5.00', { top_up: true });
  const ageOf = async (as_at: CalendarDate) =>
    (await admin.call(agedDebtors.list, { query: { party_id: String(id), as_at } })).reply.data[0];
  const aged = { not_due: 100, days_30: 600, days_60: 800, days_90: 1600, over_90: 3200 };
  expect(await ageOf(today)).toMatchObject({ ...aged, unallocated: -500, total: 5800 });
  expect(await ageOf(ago(1))).toMatchObject({ unallocated: 0, total: 6300 });
  for (const as_at of [ago(100), ago(30), today]) {
    const { reply } = await admin.call(agedDebtors.totals, { query: { as_at } });
    expect(reply.total).toBe(reply.account);
    const { data } = (await admin.call(agedDebtors.list, { query: { as_at, per_page: '1000' } })).reply;
    expect(data.reduce((sum, row) => sum + row.total, 0)).toBe(reply.total);
  }
  const overdue = (await admin.call(agedDebtors.list, { query: { overdue: 'yes', per_page: '1000' } })).reply
    .data;
  expect(overdue.every(row => row.days_30 + row.days_60 + row.days_90 + row.over_90 > 0)).toBe(true);
});

test('K4 a merge takes debts with their days and unused credit along; nobody is erased while something is open', async () => {
  const [kept, other] = [await someCustomer(app.db, 'Kept'), await someCustomer(app.db, 'Twin')];
  await invoice(other, 1000, ago(40), ago(70));
  await receive(other, '3.00', { top_up: true });
  const merged = await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } });
  expect(merged.status).toBe(200);
  expect((await ledger(other)).today).toEqual({ balance: 0, outstanding: 0, overdue: 0, unallocated: 0 });
  const after = await ledger(kept);
  expect(after.today).toEqual({ balance: 700, outstanding: 1000, overdue: 1000, unallocated: 300 });
  expect(after.open_items.map(item => [item.side, item.open, item.due_on])).toContainEqual([
    'debit',
    1000,
    ago(40),
  ]);
  expect((await receive(other, '1.00')).refusal.message).toContain('was merged into “Kept”');
  const erase = () => admin.call(customers.erase, { params: { id: kept }, body: { reason: 'Asked for it' } });
  expect((await erase()).refusal.message).toBe(
    '“Kept” cannot be erased: the account is not settled. Owes us £7.00.',
  );
  await receive(kept, '7.00', { top_up: true });
  expect((await erase()).refusal.message).toContain('Match them in the wallet first');
  await receive(kept, '10.00');
  await payOut(kept, '10.00');
  expect((await erase()).status).toBe(200);
  expect((await receive(kept, '1.00')).status).toBe(409);
  const { rows } = await sql`select from journals j join party_items i on i.journal_id = j.id
    where i.customer_id = ${kept} and (j.narrative || coalesce(i.description, '')) ~ 'Kept|Twin'`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 W6 W9 R6 a real invoice on account is paid by a receipt, another from the wallet, and a return comes back to it', async () => {
  const id = await someCustomer(app.db, 'On Account Ltd', { limit: 100_000 });
  const till = await openTill(app.db);
  const product = await stockedProduct(app.db);
  const shop = shopFloor(() => ({ app, seller: admin, till }));
  const line = { product_id: product, quantity: '5' };
  const onAccount = await shop.sold([line], 1200, {
    customer_id: id,
    tenders: [{ method: 'account', tendered: '12.00' }],
  });
  expect((await ledger(id)).open_items).toMatchObject([
    { document_number: onAccount.number, link: `/sales/invoices/${onAccount.id}`, open: 1200 },
  ]);
  await receive(id, '20.00');
  const again = await shop.complete(
    shop.sent([line], 1200, { customer_id: id, tenders: [{ method: 'wallet', tendered: '12.00' }] }),
  );
  expect(again.refusal.message).toContain('Only £8.00 is in the wallet.');
  const fromWallet = await shop.sold([{ ...line, quantity: '3' }], 720, {
    customer_id: id,
    tenders: [{ method: 'wallet', tendered: '7.20' }],
  });
  expect([fromWallet.payment_state, fromWallet.outstanding]).toEqual(['paid', 0]);
  expect((await ledger(id)).today).toMatchObject({ balance: -80, outstanding: 0, unallocated: 80 });
  await shop.refund(fromWallet, [{ line_number: 1, quantity: '1' }], 240, {
    tenders: [{ method: 'wallet', amount: '2.40' }],
  });
  expect((await ledger(id)).today).toMatchObject({ balance: -320, unallocated: 320 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('the walk-in customer has no ledger of its own', async () => {
  const { rows } = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  const { status, refusal } = await receive(rows[0]?.id ?? 0, '1.00');
  expect([status, refusal.message.slice(0, 44)]).toEqual([
    409,
    'The walk-in customer stands for everybody, s',
  ]);
});

test('A13 the database keeps posted money as it is', async () => {
  const id = await someCustomer(app.db);
  const { reply } = await receive(id, '1.00');
  for (const change of [
    sql`update customer_payments set amount_pence = 2 where id = ${reply.id}`,
    sql`update customer_payments set customer_id = customer_id + 0, method = 'cheque' where id = ${reply.id}`,
    sql`delete from customer_payments where id = ${reply.id}`,
    sql`delete from wallet_adjustments`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow();
});

test('W4 W5 A4 A5 A12 however money comes and goes, the balance is what is outstanding less what is unallocated', async () => {
  const step = fc.record({
    kind: fc.constantFrom('invoice', 'receipt', 'top_up', 'payout', 'reverse'),
    amount: fc.integer({ min: 1, max: 9_000 }),
    which: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async steps => {
      const id = await someCustomer(app.db);
      const payments: number[] = [];
      let balance = 0;
      for (const { kind, amount, which } of steps) {
        const pounds = poundsFromPence(toPence(amount));
        const before = (await ledger(id)).today;
        if (kind === 'invoice') {
          await invoice(id, amount);
          balance += amount;
        } else if (kind === 'reverse') {
          const payment = payments[which % Math.max(1, payments.length)];
          if (payment === undefined) continue;
          const { status, reply } = await reverse(payment);
          if (status === 200) balance += reply.direction === 'in' ? reply.amount : -reply.amount;
        } else {
          const done =
            kind === 'payout'
              ? await payOut(id, pounds)
              : await receive(id, pounds, { top_up: kind === 'top_up' });
          if (kind === 'payout') expect(done.status).toBe(amount <= before.unallocated ? 200 : 422);
          if (done.status !== 200) continue;
          payments.push(done.reply.id);
          balance += kind === 'payout' ? amount : -amount;
        }
        const { today: now } = await ledger(id);
        expect(now.balance).toBe(balance);
        expect(now.outstanding - now.unallocated).toBe(balance);
      }
    }),
    { numRuns: 30, verbose: 1 },
  );
  expect(await breachesOf(app.db)).toEqual([]);
}, 120_000);
