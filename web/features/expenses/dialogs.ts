/** One bundle: users who open one of these dialogs soon open the next. */
export { CancelExpenseDialog } from './cancel-expense-dialog';
export { ApproveExpenseDialog, RejectExpenseDialog } from './approval-dialogs';
export { MoneyReturnedDialog } from './money-returned-dialog';
export { PayExpenseDialog } from './pay-expense-dialog';
export { RepeatExpenseDialog, ExpenseScheduleDialog } from './repeat-dialogs';
