export { approveExpense, rejectExpense } from './approve-expense';
export { expenseImporter } from './import-expenses';
export { expenseInvariants, expenseNumbers } from './expense-invariants';
export { expenseRoutes } from './expenses.routes';
export { makeScheduledExpenses, makeScheduledExpensesHandler } from './make-scheduled';
export { payExpense } from './pay-expense';
export { createExpense } from './save-expense';
export { createSchedule } from './save-schedule';
export { submitExpense } from './submit-expense';
