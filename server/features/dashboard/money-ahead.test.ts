import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import type { Permission } from '#domain/kernel/permissions';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { expenseShop } from '../../../tests/support/expenses';
import { addSupplier } from '../../../tests/support/suppliers';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellingRights } from '../../../tests/support/two-days';

let now = new Date('2031-03-03T12:00:00Z');
let app: TestApp;

/**
 * Sold on account, at 30 days: £2.40 due on 2 April and £4.80 due on 19 April. £2.40 of cash in the till. Bills of £12.00
 * due on 1 April and of £24.00 due on 20 April, the latter every week from 14 April. Today is 10 April.
 */
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  const till = await openTill(app.db, 100_000);
  const product_id = await stockedProduct(app.db, { name: 'Tea' });
  const customer_id = await customerWithCredit(app.db, 100_000);
  let seller: Caller = await app.as(...sellingRights);
  const { sold } = shopFloor(() => ({ app, seller, till }));
  const onAccount = (quantity: string, total: number, tendered: string) =>
    sold([{ product_id, quantity }], total, { customer_id, tenders: [{ method: 'account', tendered }] });
  await onAccount('1', 240, '2.40');
  now = new Date('2031-03-20T12:00:00Z');
  seller = await app.as(...sellingRights);
  await onAccount('2', 480, '4.80');
  await sold([{ product_id, quantity: '1' }], 240);

  now = new Date('2031-04-10T12:00:00Z');
  const spending = await expenseShop(app);
  const { id: supplier_id } = await addSupplier(app, { name: 'Press Ltd' });
  const bill = async (gross: string, due_on: string) => {
    const { reply, refusal } = await spending.approved({
      settlement: 'to_pay',
      payment_method: null,
      supplier_id,
      expense_date: '2031-04-01',
      due_on,
      lines: [spending.line({ gross })],
    });
    if (!reply) throw new Error(JSON.stringify(refusal));
    return reply;
  };
  await bill('12.00', '2031-04-01');
  const rent = await bill('24.00', '2031-04-20');
  const scheduled = await spending.clerk.call(expenseSchedules.create, {
    params: { id: rent.id },
    body: { every: 'week', first_on: '2031-04-14', ends_on: null },
  });
  expect(scheduled.status).toBeLessThan(300);
});
afterAll(() => app.close());

const shownTo = async (...rights: Permission[]) =>
  (await (await app.as('view_dashboard', ...rights)).call(dashboard.show)).reply;

/** The days on which anything moves: date, in, out and balance. */
const moving = (days: NonNullable<Awaited<ReturnType<typeof shownTo>>['money_ahead']>['days'] | undefined) =>
  days
    ?.filter(({ money_in, money_out }) => money_in + money_out > 0)
    .map(({ date, money_in, money_out, balance }) => [date, money_in, money_out, balance]);

test('F70 what is due in and out until 30 days from now, and the balance that it leads to', async () => {
  const { money_ahead } = await shownTo('view_ledger', 'view_expense');
  expect(money_ahead).toMatchObject({
    from: '2031-04-10',
    until: '2031-05-10',
    ledger: {
      cash: 240,
      bank: 0,
      customers: { overdue: 240, due: 480, on_account: 0 },
      suppliers: { overdue: 1_200, due: 2_400, on_account: 0 },
      // 40p of VAT on each £2.40 of the quarter.
      vat: [{ to: '2031-03-31', due_on: '2031-05-07', amount: 160 }],
    },
    recurring: 9_600,
  });
  expect(money_ahead?.days).toHaveLength(31);
  expect(moving(money_ahead?.days)).toEqual([
    ['2031-04-14', 0, 2_400, -2_160],
    ['2031-04-19', 480, 0, -1_680],
    ['2031-04-20', 0, 2_400, -4_080],
    ['2031-04-21', 0, 2_400, -6_480],
    ['2031-04-28', 0, 2_400, -8_880],
    ['2031-05-05', 0, 2_400, -11_280],
    ['2031-05-07', 0, 160, -11_440],
  ]);
});

test('F70 the pages behind the figures show the same ones', async () => {
  const { money_ahead } = await shownTo('view_ledger', 'view_expense');
  const reader = await app.as('view_ledger', 'view_expense');
  const query = { due_within: '30' };
  const { reply: debtors } = await reader.call(agedDebtors.totals, { query });
  expect([debtors.overdue, debtors.due_soon]).toEqual([240, 480]);
  const { reply: creditors } = await reader.call(agedCreditors.totals, { query });
  expect([creditors.overdue, creditors.due_soon]).toEqual([1_200, 2_400]);
  expect((await reader.call(agedCreditors.totals, { query: {} })).reply).not.toHaveProperty('due_soon');
  // The second bill is due in ten days.
  const soon = async (due_within: string) =>
    (await reader.call(agedCreditors.totals, { query: { due_within } })).reply.due_soon;
  expect([await soon('9'), await soon('10')]).toEqual([0, 2_400]);
  expect((await reader.call(expenseSchedules.totals, {})).reply).toEqual({
    until: money_ahead?.until,
    due_soon: 9_600,
  });
  const { data } = (await reader.call(vatReturns.list)).reply;
  expect(data.find(({ state }) => state === 'to_file')).toMatchObject({ due_on: '2031-05-07', box_5: 160 });
});

test('F45 each part needs the permission for what it shows', async () => {
  const neither = await shownTo('view_sale', 'view_pay', 'view_cost');
  expect(neither.money_ahead).toBeNull();
  expect(neither.available).not.toContain('money_ahead');

  const { money_ahead: spent } = await shownTo('view_expense');
  expect(spent).not.toHaveProperty('ledger');
  expect(spent?.recurring).toBe(9_600);
  expect(moving(spent?.days)).toEqual(
    ['2031-04-14', '2031-04-21', '2031-04-28', '2031-05-05'].map(date => [date, 0, 2_400, undefined]),
  );

  const { money_ahead: ledger } = await shownTo('view_ledger');
  expect(ledger).not.toHaveProperty('recurring');
  expect(ledger?.days.at(-1)?.balance).toBe(240 + 480 - 2_400 - 160);
});

test('VAT that is filed is due on the same day, until it is paid', async () => {
  const filer = await app.as('view_ledger', 'lock_period');
  const filed = await filer.call(vatReturns.file, { body: { to: '2031-03-31' } });
  expect(filed.status).toBeLessThan(300);
  const { money_ahead } = await shownTo('view_ledger');
  expect(money_ahead?.ledger?.vat).toEqual([{ to: null, due_on: '2031-05-07', amount: 160 }]);
  expect(money_ahead?.days.at(-1)?.balance).toBe(240 + 480 - 2_400 - 160);

  // Overdue it is apart, and on no day.
  now = new Date('2031-05-08T12:00:00Z');
  const { money_ahead: later } = await shownTo('view_ledger');
  expect(later?.ledger).toMatchObject({
    customers: { overdue: 720, due: 0 },
    suppliers: { overdue: 3_600, due: 0 },
    vat: [{ to: null, due_on: '2031-05-07', amount: 160 }],
  });
  expect(moving(later?.days)).toEqual([]);
});
