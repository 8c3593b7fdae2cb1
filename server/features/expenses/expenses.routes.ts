import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { expenseReceipts, expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { daysAhead } from '#domain/dashboard/money-ahead';
import { addDays, londonDate } from '#domain/kernel/dates';
import { sum } from '#domain/kernel/money';
import { vatCode } from '#domain/kernel/vat';
import { attachmentRoutes } from '../../kernel/attachments';
import { listDrawers } from '../../kernel/tills';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { vatRatesOn } from '../products';
import { approveExpense, rejectExpense } from './approve-expense';
import { cancelExpense } from './cancel-expense';
import { changeTemplate } from './change-template';
import { expenseExportColumns, scheduleExportColumns } from './expense-exports';
import { ensureCanViewReceipts, receiptsOfExpenses } from './expense-receipts';
import { getExpenseSettings, saveExpenseSettings } from './expense-settings';
import { findTotals, listCategories, listExpenses, streamExpenses } from './expenses.queries';
import { getExpense } from './get-expense';
import { returnMoney } from './return-money';
import { payExpense } from './pay-expense';
import { findRecurringDue } from './recurring-due';
import { createExpense, editExpense, removeExpense } from './save-expense';
import { createSchedule, editSchedule } from './save-schedule';
import { listSchedules, streamSchedules } from './schedules.queries';
import { findSellers } from './remembered-sellers';
import { submitExpense } from './submit-expense';

export const expenseRoutes: Route[] = [
  read(expenses.list, ({ db, query, now }) => listExpenses(db, query, londonDate(now))),
  read(expenses.export, async ({ db, query, now }) =>
    exportReply('expenses', query.format, expenseExportColumns, streamExpenses(db, query, londonDate(now))),
  ),
  read(expenses.totals, ({ db, query, now }) => findTotals(db, query, londonDate(now))),
  read(expenses.choices, async ({ db, now, actor }) => {
    const rateOf = await vatRatesOn(db, londonDate(now));
    return {
      categories: await listCategories(db),
      vat_rates: vatCode.options.map(code => ({ code, rate: rateOf(code) })),
      tills: await listDrawers(db),
      sellers: await findSellers(db, actor),
    };
  }),
  read(expenseSchedules.list, ({ db, query }) => listSchedules(db, query)),
  read(expenseSchedules.export, async ({ db, query }) =>
    exportReply('recurring-expenses', query.format, scheduleExportColumns, streamSchedules(db, query)),
  ),
  read(expenseSchedules.totals, async ({ db, now }) => {
    const today = londonDate(now);
    const until = addDays(today, daysAhead);
    const due = await findRecurringDue(db, { today, until });
    return { until, due_soon: sum(due.map(({ amount }) => amount)) };
  }),
  write(expenseSchedules.create, ({ ctx, params, body }) => createSchedule(ctx, params.id, body)),
  write(expenseSchedules.update, ({ ctx, params, body }) => editSchedule(ctx, params.id, body)),
  write(expenseSchedules.template, ({ ctx, params, body }) => changeTemplate(ctx, params.id, body)),
  read(expenses.get, ({ db, params, actor }) => getExpense(db, params.id, { actor })),
  write(expenses.create, ({ ctx, body }) => createExpense(ctx, body)),
  write(expenses.update, ({ ctx, params, body }) => editExpense(ctx, params.id, body)),
  write(expenses.remove, ({ ctx, params }) => removeExpense(ctx, params.id)),
  write(expenses.submit, ({ ctx, params }) => submitExpense(ctx, params.id)),
  write(expenses.approve, ({ ctx, params, body }) => approveExpense(ctx, params.id, body)),
  write(expenses.reject, ({ ctx, params, body }) => rejectExpense(ctx, params.id, body)),
  write(expenses.pay, ({ ctx, params, body }) => payExpense(ctx, params.id, body)),
  write(expenses.cancel, ({ ctx, params, body }) => cancelExpense(ctx, params.id, body)),
  write(expenses.moneyBack, ({ ctx, params, body }) => returnMoney(ctx, params.id, body)),
  ...attachmentRoutes(expenseReceipts, receiptsOfExpenses, ensureCanViewReceipts),
  read(expenseSettings.get, ({ db }) => getExpenseSettings(db)),
  write(expenseSettings.update, ({ ctx, body }) => saveExpenseSettings(ctx, body)),
];
