import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let owner: Caller;
let till: number;
let [fifty, hundred] = [0, 0];
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.as('admin');
  till = await openTill(app.db, 0);
  fifty = await stockedProduct(app.db, { price: toPence(5000) });
  hundred = await stockedProduct(app.db, { price: toPence(10_000) });
});
afterAll(() => app.close());

const { sold, sent } = shopFloor(() => ({ app, seller: owner, till }));
const today = londonDate(new Date());
const query = { from: today, to: today };

/** Returns one of `from` and takes one of `to`; other payments than the exchange by "Other", which is account 1040 too. */
async function exchange(
  [from, to]: readonly [number, number],
  [price, due]: readonly [number, number],
  { refunded = 0, customer_id = null as number | null } = {},
): Promise<void> {
  const other = (amount: number) => [
    { method: 'other' as const, amount: poundsFromPence(amount), reference: 'PP 7' },
  ];
  const sale = await sold([{ product_id: from, quantity: '1' }], price, {
    customer_id,
    tenders: [{ method: 'credit_card', tendered: poundsFromPence(price) }],
  });
  const paid = due - (price - refunded);
  const { status, refusal } = await owner.call(sales.exchange, {
    params: { id: sale.id },
    body: {
      refund: {
        client_id: randomUUID(),
        session_id: till,
        reason: 'Another size',
        lines: [{ line_number: 1, quantity: '1' }],
        expected_total: poundsFromPence(price),
        tenders: refunded > 0 ? other(refunded) : [],
      },
      sale: sent([{ product_id: to, quantity: '1' }], due, {
        customer_id,
        tenders: paid > 0 ? [{ method: 'other', tendered: poundsFromPence(paid), reference: 'PP 7' }] : [],
      }),
    },
  });
  expect([status, refusal]).toEqual([200, undefined]);
}

/** The rows of account 1040 and its totals, which must close. */
async function otherPayments() {
  const { reply } = await owner.call(paymentTransactions.totals, { query });
  const account = reply.accounts.find(({ code }) => code === '1040');
  for (const { opening, in: into, out, closing } of reply.accounts)
    expect(opening + into - out).toBe(closing);
  const list = await owner.call(paymentTransactions.list, { query: { ...query, account: '1040' } });
  const rows = list.reply.data.map(({ direction, amount, method, reference }) => [
    direction,
    amount,
    method,
    reference,
  ]);
  return { account, rows, keys: list.reply.data.map(({ key }) => key) };
}

test('R5 of an exchange for dearer goods, a payment of the same amount as the exchange is money in', async () => {
  // £50.00 of the £100.00 is exchanged, £50.00 is paid by "Other".
  await exchange([fifty, hundred], [5000, 10_000]);
  const { account, rows, keys } = await otherPayments();
  expect(account).toMatchObject({ opening: 0, in: 5000, out: 0, closing: 5000 });
  expect(rows).toEqual([['in', 5000, 'other', 'PP 7']]);
  const { reply } = await owner.call(paymentTransactions.reconcile, { body: { keys, reconciled: true } });
  expect(reply).toEqual({ changed: 1 });
  const seen = await owner.call(paymentTransactions.list, { query: { ...query, reconciled: 'yes' } });
  expect(seen.reply.data.map(({ key }) => key)).toEqual(keys);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R5 of an exchange for cheaper goods, a refund of the same amount as the exchange is money out', async () => {
  const customer_id = await customerWithCredit(app.db, null, 'Wren');
  // £50.00 of the £100.00 is exchanged, £50.00 is refunded by "Other"; through a customer's ledger as well.
  await exchange([hundred, fifty], [10_000, 5000], { refunded: 5000, customer_id });
  const { account, rows } = await otherPayments();
  expect(account).toMatchObject({ opening: 0, in: 5000, out: 5000, closing: 0 });
  expect(rows.filter(([direction]) => direction === 'out')).toEqual([['out', 5000, 'other', 'PP 7']]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L7 R5 both halves of an exchange are of one day: another date for the new sale is refused by name', async () => {
  const sale = await sold([{ product_id: fifty, quantity: '1' }], 5000, {
    tenders: [{ method: 'credit_card', tendered: '50.00' }],
  });
  const send = (more: object) =>
    owner.call(sales.exchange, {
      params: { id: sale.id },
      body: {
        refund: {
          client_id: randomUUID(),
          session_id: till,
          reason: 'Another size',
          lines: [{ line_number: 1, quantity: '1' }],
          expected_total: '50.00',
          tenders: [],
        },
        sale: sent([{ product_id: fifty, quantity: '1' }], 5000, { tenders: [], ...more }),
      },
    });
  const before = await app.digest();
  const early = await send({ business_date: addDays(today, -28), date_reason: 'Came back in October' });
  expect([early.status, early.refusal.errors]).toEqual([
    422,
    { 'sale.business_date': ['Both halves of an exchange are dated today. Leave the date blank.'] },
  ]);
  expect(await app.digest()).toBe(before);
  await otherPayments();
  const { status, reply } = await send({ business_date: today });
  expect(status).toBe(200);
  expect(reply.sale.business_date).toBe(today);
  await otherPayments();
  expect(await breachesOf(app.db)).toEqual([]);
});
