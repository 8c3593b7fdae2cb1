import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { someCustomer } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { orderDesk } from '../../../tests/support/orders';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Caller;
let spending: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  spending = await expenseShop(app);
});
afterAll(() => app.close());

const { invoice, receive } = walletCalls(() => ({ app, admin }));
const { products, sent } = orderDesk(() => ({ app, admin }));
const today = londonDate(new Date());
const [inTen, inTwenty] = [addDays(today, 10), addDays(today, 20)];

async function bill(supplier_id: number, gross: string, due_on: string): Promise<void> {
  const { reply } = await spending.approved({
    settlement: 'to_pay',
    payment_method: null,
    supplier_id,
    expense_date: today,
    due_on,
    lines: [spending.line({ gross })],
  });
  expect(reply.status).toBe('approved');
}
const pay = async (supplier_id: number, amount: string, more: object = {}) => {
  const { status } = await admin.call(payments.create, {
    body: { supplier_id, amount, payment_method: 'bank_transfer', ...more },
  });
  expect(status).toBe(200);
};

/** The figures of the ledger, and what moves on each day: date, in and out. */
async function ahead() {
  const { money_ahead } = (await admin.call(dashboard.show)).reply;
  return {
    customers: money_ahead?.ledger?.customers,
    suppliers: money_ahead?.ledger?.suppliers,
    moving: money_ahead?.days
      .filter(({ money_in, money_out }) => money_in + money_out > 0)
      .map(({ date, money_in, money_out }) => [date, money_in, money_out]),
  };
}

test('F70 W5 P14 money on account pays what is due first, so only the rest is expected in and out', async () => {
  // £150.00 due in ten days, with £100.00 of unused credit.
  const anna = await someCustomer(app.db, 'Anna');
  await invoice(anna, 15_000, inTen, today);
  await receive(anna, '100.00', { top_up: true });
  // A bill of £500.00 due in ten days, with £500.00 paid in advance.
  const { id: press } = await addSupplier(app, { name: 'Press Ltd' });
  await pay(press, '500.00');
  await bill(press, '500.00', inTen);
  expect(await ahead()).toEqual({
    customers: { overdue: 0, due: 15_000, on_account: 10_000 },
    suppliers: { overdue: 0, due: 50_000, on_account: 50_000 },
    moving: [[inTen, 5_000, 0]],
  });
  // The pages behind the figures still show invoices and bills, and the credit apart (rule R6).
  const query = { due_within: '30' };
  const debtors = (await admin.call(agedDebtors.totals, { query })).reply;
  expect([debtors.due_soon, debtors.unallocated]).toEqual([15_000, -10_000]);
  const creditors = (await admin.call(agedCreditors.totals, { query })).reply;
  expect([creditors.due_soon, creditors.unallocated]).toEqual([50_000, -50_000]);
});

test('F70 W6 credit pays an overdue invoice before those to come, and never those of another customer', async () => {
  // £60.00 overdue, £30.00 due in ten days and £30.00 in twenty, with £80.00: £10.00 and £30.00 are left.
  const ben = await someCustomer(app.db, 'Ben');
  await invoice(ben, 6_000, addDays(today, -5), addDays(today, -35));
  await invoice(ben, 3_000, inTen, today);
  await invoice(ben, 3_000, inTwenty, today);
  await receive(ben, '80.00', { top_up: true });
  // £500.00 of credit and nothing due.
  await receive(await someCustomer(app.db, 'Cara'), '500.00', { top_up: true });
  const { customers, moving } = await ahead();
  expect(customers).toEqual({ overdue: 6_000, due: 21_000, on_account: 12_000 });
  expect(moving).toEqual([
    [inTen, 5_000 + 1_000, 0],
    [inTwenty, 3_000, 0],
  ]);
});

test('F70 P14 a deposit waits for the bill of its own order and pays no other bill', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  // The order is £12.00, and £12.00 are paid on it before its bill; another bill of £7.00 is due.
  await pay(order.supplier.id, '12.00', { allocations: [{ purchase_order_id: order.id, amount: '12.00' }] });
  await bill(order.supplier.id, '7.00', inTwenty);
  const { suppliers, moving } = await ahead();
  expect(suppliers).toEqual({ overdue: 0, due: 50_700, on_account: 50_000 });
  expect(moving?.at(-1)).toEqual([inTwenty, 3_000, 700]);
});
