import { afterAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf } from '../support/books';
import { expenseShop } from '../support/expenses';
import { lineOf, orderDesk } from '../support/orders';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../support/shop';
import { startTestApp, type TestApp } from '../support/test-app';
import { type Figures, figuresOf } from './figures';

// Documents are entered in any order. As long as they do not move the same stock in opposite directions, the same dates
// give the same figures. (A sale before or after a more expensive receipt of the same product differs, as it must: I3.)
const today = londonDate(new Date());
const before = addDays(today, -1);
const late = { business_date: before, date_reason: 'Found in the post' };
const opened: TestApp[] = [];
afterAll(() => Promise.all(opened.map(app => app.close())));

/** A company that is set up the same way each time, and the documents to enter, by name. */
async function someFirm() {
  const app = await startTestApp();
  opened.push(app);
  const admin = await app.as('admin');
  const till = await openTill(app.db, 100_000);
  const { sent, receive, bill, pay } = orderDesk(() => ({ app, admin }));
  const { sold } = shopFloor(() => ({ app, seller: admin, till }));
  const spending = await expenseShop(app);
  const [tea, rice, salt] = [
    await stockedProduct(app.db, { pieces: '40', cost: 100 }),
    await stockedProduct(app.db, { pieces: '7', cost: 133 }),
    await stockedProduct(app.db, { pieces: '9', cost: 57, vat_code: 'Z' }),
  ];
  const customer = await customerWithCredit(app.db, null);
  const order = await sent([
    { product_id: rice, quantity: '3', unit_price: '1.50' },
    { product_id: rice, quantity: '5', unit_price: '1.37' },
  ]);
  const other = await sent([{ product_id: salt, quantity: '11', unit_price: '0.61' }]);
  await receive(other.id);
  const ok = async (response: Promise<{ status: number; refusal: unknown }>) => {
    const { status, refusal } = await response;
    expect([status, status === 200 ? null : refusal]).toEqual([200, null]);
  };
  const journal = (amount: string, more: object = {}) =>
    ok(
      admin.call(journals.create, {
        body: {
          narrative: 'Bank charges',
          lines: [
            { account: '6910', debit: amount },
            { account: '1020', credit: amount },
          ],
          ...more,
        },
      }),
    );
  // A category takes the next free account with its first expense, so both get theirs before anything is compared.
  for (const name of ['Stationery', 'Travel'])
    await ok(spending.approved({ lines: [spending.line({ category_id: spending.category(name) })] }));
  const entries: readonly (() => Promise<unknown>)[] = [
    () => sold([{ product_id: tea, quantity: '3' }], 720),
    () => sold([{ product_id: tea, quantity: '4' }], 960),
    () => ok(receive(order.id, [{ line_id: lineOf(order, 0), quantity: '3' }])),
    () => ok(receive(order.id, [{ line_id: lineOf(order, 1), quantity: '5' }], late)),
    () => ok(bill(other.id, [{ line_id: lineOf(other), quantity: '11' }])),
    () => ok(pay(other, '2.00')),
    () => ok(pay(other, '1.50', { payment_date: before, date_reason: 'Found in the post' })),
    () => ok(spending.approved({ lines: [spending.line({ gross: '37.20' })] })),
    () =>
      ok(
        spending.approved({
          lines: [spending.line({ category_id: spending.category('Travel'), gross: '18.01' })],
        }),
      ),
    () => journal('4.25'),
    () => journal('1.10', late),
    () =>
      ok(
        admin.call(stockAdjustments.create, {
          body: { reason: 'damaged', lines: [{ product_id: tea, quantity: '-2' }], ...late },
        }),
      ),
    () =>
      ok(
        admin.call(customerWallet.receive, {
          params: { id: customer },
          body: { amount: '25.00', payment_method: 'bank_transfer', top_up: true },
        }),
      ),
  ];
  return { app, admin, entries };
}

async function figuresAfter(orderOf: (count: number) => readonly number[]): Promise<Figures[]> {
  const { app, admin, entries } = await someFirm();
  for (const place of orderOf(entries.length)) await entries[place]?.();
  expect(await breachesOf(app.db)).toEqual([]);
  // For both days together, and as at the evening before.
  return [
    await figuresOf(app, admin, { from: before, to: today }),
    await figuresOf(app, admin, { from: before, to: before }),
  ];
}

const inTurn = (count: number) => Array.from({ length: count }, (_, place) => place);

test('the same entries on the same dates in another order give the same figures', async () => {
  const right = await figuresAfter(inTurn);
  expect(await figuresAfter(count => inTurn(count).reverse())).toEqual(right);
  // In steps of five, which with this many visits each of them once.
  expect(await figuresAfter(count => inTurn(count).map(place => (place * 5 + 2) % count))).toEqual(right);
});
