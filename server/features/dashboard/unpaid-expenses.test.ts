import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { expenses } from '#domain/expenses/expense.contract';
import type { Permission } from '#domain/kernel/permissions';
import { expenseShop } from '../../../tests/support/expenses';
import { addSupplier } from '../../../tests/support/suppliers';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date('2031-05-08T12:00:00Z') });
});
afterAll(() => app.close());

const shownTo = async (...rights: Permission[]) =>
  (await (await app.as('view_dashboard', ...rights)).call(dashboard.show)).reply;

test('F70 expenses that are in no supplier’s ledger are due on their day, and the list of expenses shows them', async () => {
  const { clerk, draft, submitted, approved, approver, line } = await expenseShop(app);
  const { id: supplier_id } = await addSupplier(app, { name: 'Signs Ltd' });
  // Without VAT, which is reclaimed only of bills on a supplier's ledger.
  const spent = (gross: string, due_on: string | null) => ({
    expense_date: '2031-05-01',
    due_on,
    lines: [line({ gross, vat_code: 'Z' })],
  });
  const toPay = { settlement: 'to_pay', payment_method: null } as const;
  const rejected = await submitted({ ...spent('64.00', '2031-05-20'), ...toPay });
  const entered = [
    rejected,
    // Due on its date, on the terms of the supplier, which are 30 days,, and too late.
    await draft({ ...spent('12.00', '2031-05-20'), ...toPay }),
    await submitted({ ...spent('30.00', null), ...toPay, supplier_id }),
    await draft({ ...spent('80.00', '2031-06-08'), ...toPay }),
    // No due date: owed to an employee, and paid already.
    await approved({ ...spent('5.00', null), settlement: 'own_money', payment_method: null }),
    await draft(spent('7.00', null)),
    // In the ledger, but of no supplier; and paid and in the ledger.
    await approved({ ...spent('9.00', '2031-05-07'), ...toPay }),
    await approved(spent('11.00', null)),
    // Paid by card or another method: no money leaves the bank or the till (rule L4, decision 105).
    await draft({ ...spent('900.00', null), payment_method: 'credit_card' }),
    await submitted({ ...spent('50.00', null), payment_method: 'upi' }),
    await draft({ ...spent('40.00', null), payment_method: 'other' }),
  ];
  for (const { refusal } of entered) expect(refusal).toBeUndefined();
  const refused = await approver.call(expenses.reject, {
    params: { id: rejected.reply?.id ?? 0 },
    body: { reason: 'Entered twice' },
  });
  expect(refused.status).toBe(200);

  const { money_ahead } = await shownTo('view_expense');
  expect(money_ahead?.expenses).toEqual({ overdue: 900, due: 5_400 });
  const out = (date: string) => money_ahead?.days.find(day => day.date === date)?.money_out;
  expect(['2031-05-20', '2031-05-31', '2031-06-07'].map(out)).toEqual([1_200, 3_000, 0]);
  expect((await shownTo('view_ledger')).money_ahead).not.toHaveProperty('expenses');
  const listed = async (due: 'overdue' | 'soon') => {
    const [list, totals] = [
      (await approver.call(expenses.list, { query: { due } })).reply,
      (await approver.call(expenses.totals, { query: { due } })).reply,
    ];
    return [list.total, totals.count, totals.gross];
  };
  expect(await listed('overdue')).toEqual([1, 1, 900]);
  expect(await listed('soon')).toEqual([4, 4, 5_400]);

  // Every week by card from 10 May to 7 June: £15.00 five times, none of it out of the bank.
  const software = await submitted({
    ...spent('15.00', null),
    payment_method: 'credit_card',
    description: 'Software',
  });
  const scheduled = await clerk.call(expenseSchedules.create, {
    params: { id: software.reply?.id ?? 0 },
    body: { every: 'week', first_on: '2031-05-10', ends_on: null },
  });
  expect(scheduled.status).toBe(200);
  const ahead = (await shownTo('view_expense')).money_ahead;
  expect(ahead?.recurring).toBe(7_500);
  expect(ahead?.days).toEqual(money_ahead?.days);
});
