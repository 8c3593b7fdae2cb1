import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { tills } from '#domain/tills/till.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { breachesOf } from '../../../tests/support/books';
import { customerWithCredit } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let admin: Caller;
let on: Awaited<ReturnType<typeof someTills>>;
let customer: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  on = await someTills(app);
  customer = await customerWithCredit(app.db, null);
});
afterAll(() => app.close());

const take = async (
  session: number,
  amount: string,
  payment_method: 'cash' | 'credit_card',
  kind = 'receipt',
) => {
  const { reply, refusal } = await admin.call(tillPayments.take, {
    params: { id: session },
    body: { customer_id: customer, kind: kind as 'receipt', amount, payment_method },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
type Rows = readonly { method: string; taken: number; paid_back: number; count: number }[];
const inBrief = (rows: Rows | undefined) =>
  rows?.map(({ method, taken, paid_back, count }) => [method, taken, paid_back, count]);
const paymentsOf = async (session: number) => {
  const { data } = (
    await admin.call(paymentTransactions.list, { query: { session_id: String(session), per_page: '100' } })
  ).reply;
  return data
    .filter(({ kind }) => kind.startsWith('customer') || kind === 'reversal')
    .map(({ method, direction, amount }) => [method, direction, amount] as const)
    .toSorted((one, other) => one.join().localeCompare(other.join()));
};

test('T3 R5 customer payments taken at a till are on its X and Z report, so that cards agree with the terminal', async () => {
  const id = (on.till = await on.opened('100.00'));
  // £300.00 of sales by card; then by card £80.00 on account and a top-up of £20.00: the terminal says £400.00.
  await on.shop.sold([{ product_id: on.book, quantity: '60' }], 30_000, {
    tenders: [{ method: 'credit_card', tendered: '300.00' }],
  });
  const paid = await take(id, '80.00', 'credit_card');
  await take(id, '20.00', 'credit_card', 'top_up');
  await take(id, '15.00', 'cash');
  expect(paid.register_name).toMatch(/^Counter/);
  const x = (await admin.call(tills.xReport, { params: { id } })).reply;
  expect(inBrief(x.tenders)).toEqual([['credit_card', 30_000, 0, 1]]);
  expect(inBrief(x.customer_payments)).toEqual([
    ['cash', 1500, 0, 1],
    ['credit_card', 10_000, 0, 2],
  ]);
  expect(x.cash).toMatchObject({ receipts: 1500, expected: 11_500 });
  // Blind: neither the drawer nor what came into it.
  const blind = (await on.keeper.call(tills.xReport, { params: { id } })).reply;
  expect([blind.cash, inBrief(blind.customer_payments)]).toEqual([null, [['credit_card', 10_000, 0, 2]]]);

  // A mistake is reversed while the till is open, and one after it was closed.
  const wrong = await take(id, '7.00', 'credit_card');
  const reverse = (payment: number, more: object = {}) =>
    admin.call(customerWallet.reverse, { params: { id: payment }, body: { reason: 'Mistake', ...more } });
  expect((await reverse(wrong.id)).status).toBe(200);
  const closed = await on.closed(id, '115.00');
  expect([closed.status, closed.reply.difference]).toEqual([200, 0]);
  expect((await reverse(paid.id)).status).toBe(200);
  const z = (await admin.call(tills.zReport, { params: { id } })).reply;
  expect(inBrief(z.customer_payments)).toEqual([
    ['cash', 1500, 0, 1],
    ['credit_card', 10_700, 700, 4],
  ]);
  expect(await paymentsOf(id)).toEqual([
    ['cash', 'in', 1500],
    ['credit_card', 'in', 2000],
    ['credit_card', 'in', 700],
    ['credit_card', 'in', 8000],
    ['credit_card', 'out', 700],
  ]);
  expect((await admin.call(tills.print, { params: { id } })).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('T1 R5 cash that is reversed belongs to the drawer it leaves, and a payment at the desk to no till', async () => {
  const first = await on.opened('0.00');
  const cash = await take(first, '30.00', 'cash');
  await on.closed(first, '30.00');
  const second = await on.opened('50.00');
  const body = { reason: 'Mistake', session_id: second };
  expect((await admin.call(customerWallet.reverse, { params: { id: cash.id }, body })).status).toBe(200);
  const desk = await admin.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: '9.00', payment_method: 'credit_card' },
  });
  expect(desk.status).toBe(200);
  const x = (await admin.call(tills.xReport, { params: { id: second } })).reply;
  expect(inBrief(x.customer_payments)).toEqual([['cash', 0, 3000, 1]]);
  expect(await paymentsOf(first)).toEqual([['cash', 'in', 3000]]);
  expect(await paymentsOf(second)).toEqual([['cash', 'out', 3000]]);
  const refused = await admin.call(customerWallet.receive, {
    params: { id: customer },
    body: {
      amount: '9.00',
      payment_method: 'credit_card',
      session_id: second,
      business_date: londonDate(new Date()),
    },
  });
  expect(refused.refusal.errors).toHaveProperty('session_id');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('T3 a session without customer payments has no rows of them', async () => {
  const id = await on.opened('0.00');
  expect((await admin.call(tills.xReport, { params: { id } })).reply.customer_payments).toEqual([]);
});
