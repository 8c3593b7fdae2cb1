import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'sell_on_account', 'take_payment');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sold } = shopFloor(() => ({ app, seller, till }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);
const inDrawer = async (session: number) => {
  const { rows } = await sql<{ kind: string; amount: number }>`
    select kind, amount_pence as amount from till_cash where session_id = ${session} order by id`.execute(
    app.db,
  );
  return rows.map(({ kind, amount }) => [kind, amount]);
};
const take = (body: object, who = seller, session = till) =>
  who.call(tillPayments.take, { params: { id: session }, body: body as never });

test('F32 W6 T1 a cashier takes cash on account: it pays the oldest invoice, goes into the drawer, and its receipt is found by its number', async () => {
  const customer = await customerWithCredit(app.db, 100_000);
  const product = await stockedProduct(app.db, { price: 5000 as never });
  const invoice = await sold([{ product_id: product, quantity: '1' }], 5000, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '50.00' }],
  });
  const session = await openTill(app.db);
  const [cash, debtors] = [await balanceOf(app.db, '1000'), await balanceOf(app.db, '1100')];
  const { reply, refusal } = await take(
    { customer_id: customer, kind: 'receipt', amount: '60.00', payment_method: 'cash' },
    seller,
    session,
  );
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({
    kind: 'receipt',
    amount: 6000,
    pays: [{ document_number: invoice.number, amount: 5000 }],
    balance: -1000,
    wallet: 1000,
  });
  expect((await balanceOf(app.db, '1000')) - cash).toBe(6000);
  expect((await balanceOf(app.db, '1100')) - debtors).toBe(-6000);
  expect(await inDrawer(session)).toEqual([
    ['float', 10_000],
    ['receipt', 6000],
  ]);
  const found = await seller.call(tillPayments.find, { query: { number: reply.number.toLowerCase() } });
  expect(found.reply).toMatchObject({ id: reply.id, register_name: expect.any(String) });
  await holds();
});

test('F32 V15 a top-up by card stays in the wallet, belongs to the till and touches no drawer', async () => {
  const customer = await customerWithCredit(app.db, null);
  const session = await openTill(app.db);
  const { reply, refusal } = await take(
    {
      customer_id: customer,
      kind: 'top_up',
      amount: '20.00',
      payment_method: 'credit_card',
      reference: '4242',
    },
    seller,
    session,
  );
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({
    kind: 'top_up',
    pays: [],
    wallet: 2000,
    balance: -2000,
    register_name: expect.stringContaining('Register'),
  });
  expect(await inDrawer(session)).toEqual([['float', 10_000]]);
  await holds();
});

test('F32 it needs its own permission, an open till, an amount and a named customer', async () => {
  const customer = await customerWithCredit(app.db, null);
  const good = { customer_id: customer, kind: 'top_up', amount: '5.00', payment_method: 'cash' };
  const other = await app.as('view_pos', 'create_sale');
  expect((await take(good, other)).status).toBe(403);
  expect((await take(good, seller, 999_999)).status).toBe(404);
  expect((await take({ ...good, amount: '0.00' })).refusal.errors).toHaveProperty('amount');
  const { rows } = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  expect((await take({ ...good, customer_id: rows[0]?.id })).status).toBeGreaterThanOrEqual(400);
  expect((await take({ ...good, customer_id: rows[0]?.id })).status).toBeLessThan(500);
});
