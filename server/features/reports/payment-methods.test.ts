import { beforeAll, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { type PaymentMethod, paymentMethod } from '#domain/payments/payment.status';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { fillSafe, someSupplier } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { expenseShop } from '../../../tests/support/expenses';

const shop = buyingShop();
let spending: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  spending = await expenseShop(shop.app);
  await fillSafe(shop.app.db);
});

const today = londonDate(new Date());
const rows = async (query: Record<string, string> = {}) =>
  (
    await shop.admin.call(paymentTransactions.list, {
      query: { from: today, to: today, per_page: '100', ...query },
    })
  ).reply.data;
const pay = (id: number, payment_method: PaymentMethod, reference: string) =>
  shop.admin.call(expenses.pay, { params: { id }, body: { payment_method, reference } });

/**
 * An expense of £100.00: a supplier payment of £60.00, then £40.00 of its own. The first is returned, and paid again by
 * another method.
 */
async function paidInTwoParts(name: string, first: PaymentMethod, second: PaymentMethod): Promise<string> {
  const supplier_id = await someSupplier(shop.app.db, name);
  const { reply } = await spending.approved({
    settlement: 'to_pay',
    payment_method: null,
    supplier_id,
    lines: [spending.line({ gross: '100.00' })],
  });
  const part = await shop.admin.call(payments.create, {
    body: { supplier_id, amount: '60.00', payment_method: 'bank_transfer', settles: 'oldest' },
  });
  expect((await pay(reply.id, first, `${name} 1`)).status).toBe(200);
  await shop.admin.call(payments.cancel, {
    params: { id: part.reply.id },
    body: { reason: 'Payment returned' },
  });
  expect((await pay(reply.id, second, `${name} 2`)).status).toBe(200);
  await shop.holds();
  return reply.number ?? '';
}

test('R5 an expense paid in two parts shows each with the method and reference it was paid with, and each method finds its own', async () => {
  for (const [first, second] of [
    ['bank_transfer', 'credit_card'],
    ['credit_card', 'cheque'],
    ['cash', 'other'],
  ] as const) {
    const name = `${first} then ${second}`;
    const number = await paidInTwoParts(name, first, second);
    const parts = (await rows({ search: number, sort_by: 'amount', sort_order: 'asc' })).map(
      ({ amount, method, reference }) => [amount, method, reference],
    );
    expect(parts).toEqual([
      [4000, first, `${name} 1`],
      [6000, second, `${name} 2`],
    ]);
    for (const [method, amount] of [
      [first, 4000],
      [second, 6000],
    ] as const)
      expect((await rows({ search: number, method })).map(row => row.amount)).toEqual([amount]);
  }
});

test('R5 the rows of all methods, and those without one, are all rows', async () => {
  const all = await rows();
  const found = await Promise.all(
    paymentMethod.options.map(async method => {
      const own = await rows({ method });
      expect(own.filter(row => row.method !== method)).toEqual([]);
      return own;
    }),
  );
  const keys = [...found.flat(), ...all.filter(({ method }) => method === null)].map(({ key }) => key);
  expect(keys.toSorted()).toEqual(all.map(({ key }) => key).toSorted());
});
