import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import type { BodySent } from '#domain/kernel/call';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { balanceOf, breachesOf, someCustomer } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
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

test('a debt is written off to bad debts, up to its open amount; an adjustment names its account', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 1000, ago(90));
  const bad = await balanceOf(app.db, '6800');
  const adjust = (body: Partial<BodySent<typeof customerWallet.adjust>>, caller = admin) =>
    caller.call(customerWallet.adjust, {
      params: { id },
      body: { kind: 'write_off', amount: '4.00', reason: 'Insolvent', ...body },
    });
  expect((await adjust({ amount: '10.01' })).refusal.errors).toEqual({
    amount: ['Only £10.00 is outstanding, so no more can be written off.'],
  });
  expect((await adjust({})).reply.number).toMatch(/^WAL-\d{5}$/);
  expect(await balanceOf(app.db, '6800')).toBe(bad + 400);
  expect(await open(id)).toEqual([['debit', 'invoice', 600]]);
  expect((await adjust({ kind: 'credit' })).refusal.errors).toHaveProperty('account_code');
  expect((await adjust({ kind: 'credit', account_code: '1100' })).refusal.message).toContain(
    'is a control account',
  );
  expect((await adjust({ kind: 'credit', account_code: '4010', amount: '2.00' })).status).toBe(200);
  expect((await adjust({ kind: 'debit', account_code: '4900', amount: '1.50' })).status).toBe(200);
  expect((await ledger(id)).today).toMatchObject({ balance: 550, outstanding: 750, unallocated: 200 });
  expect((await adjust({}, await app.as('create_payment'))).status).toBe(403);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W10 credit is transferred only with permission to adjust ledgers, and only if unused', async () => {
  const [from, to] = [await someCustomer(app.db, 'Giver'), await someCustomer(app.db, 'Taker')];
  await receive(from, '8.00', { top_up: true });
  const transfer = (amount: string, caller = admin, target = to) =>
    caller.call(customerWallet.transfer, {
      params: { id: from },
      body: { to_customer_id: target, amount, reason: 'Paid by the parent firm' },
    });
  expect((await transfer('1.00', await app.as('create_payment', 'view_ledger'))).status).toBe(403);
  expect((await transfer('8.01')).refusal.message).toBe('Only £8.00 is available in the wallet.');
  expect((await transfer('1.00', admin, from)).status).toBe(422);
  // In both directions at once, without a deadlock.
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

test('W4 credit is allocated to an invoice and removed again; paid-out credit stays allocated', async () => {
  const id = await someCustomer(app.db);
  await receive(id, '10.00', { top_up: true });
  const owed = await invoice(id, 600);
  const credit = (await ledger(id)).open_items.find(item => item.side === 'credit')?.id ?? 0;
  const pair = { debit_item_id: owed, credit_item_id: credit };
  const match = (amount: string) =>
    admin.call(customerWallet.match, { params: { id }, body: { ...pair, amount } });
  expect((await match('6.01')).status).toBe(409);
  expect((await match('6.00')).reply.message).toBe('£6.00 allocated.');
  await payOut(id, '4.00');
  const matches = (await admin.call(customerWallet.matches, { params: { id } })).reply.data;
  expect(matches.map(({ amount, can_take_back }) => [amount, can_take_back])).toEqual([
    [400, false],
    [600, true],
  ]);
  const paid = matches[0]?.debit.id ?? 0;
  const back = (body: typeof pair) => admin.call(customerWallet.removeMatch, { params: { id }, body });
  expect((await back({ debit_item_id: paid, credit_item_id: credit })).refusal.message).toContain(
    'cannot be removed',
  );
  expect((await back(pair)).reply.message).toBe('£6.00 is unallocated again.');
  expect((await back(pair)).status).toBe(409);
  expect((await back({ debit_item_id: credit, credit_item_id: owed })).status).toBe(422);
  expect((await ledger(id)).today).toMatchObject({ outstanding: 600, unallocated: 600 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R6 customer debts are in the column of their days overdue, unused credit in its own', async () => {
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

test('K4 a merge moves debts with their dates and unused credit; customers with open items are never erased', async () => {
  const [kept, other] = [await someCustomer(app.db, 'Kept'), await someCustomer(app.db, 'Twin')];
  await invoice(other, 1000, ago(40), ago(70));
  await receive(other, '3.00', { top_up: true });
  const merged = await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } });
  expect(merged.status).toBe(200);
  expect((await ledger(other)).today).toEqual({
    balance: 0,
    outstanding: 0,
    due: 0,
    overdue: 0,
    unallocated: 0,
  });
  const after = await ledger(kept);
  expect(after.today).toEqual({
    balance: 700,
    outstanding: 1000,
    due: 1000,
    overdue: 1000,
    unallocated: 300,
  });
  expect(after.open_items.map(item => [item.side, item.open, item.due_on])).toContainEqual([
    'debit',
    1000,
    ago(40),
  ]);
  expect((await receive(other, '1.00')).refusal.message).toContain('was merged into “Kept”');
  const erase = () => admin.call(customers.erase, { params: { id: kept }, body: { reason: 'Asked for it' } });
  expect((await erase()).refusal.message).toBe(
    '“Kept” cannot be erased: the account is not settled. Balance due £7.00.',
  );
  await receive(kept, '7.00', { top_up: true });
  expect((await erase()).refusal.message).toContain('Allocate the credit in the wallet first');
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

test('W4 W6 W9 R6 one invoice on account is paid by a receipt, another from the wallet, and a refund returns to it', async () => {
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
  expect(again.refusal.message).toContain('Only £8.00 is available in the wallet.');
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

test('W4 W5 A4 A5 A12 for any sequence of payments, the balance is outstanding less unallocated', async () => {
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
          if (status === 200) balance += reply.direction === 'in' ? reply.amount : 0 - reply.amount;
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
});
