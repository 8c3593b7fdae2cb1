import { onDemand } from '../../ui/on-demand';

const dialogs = () => import('./dialogs');

/** The dialogs of the expense pages, loaded when the first is opened. */
export const ApproveExpenseDialog = onDemand(async () => (await dialogs()).ApproveExpenseDialog);
export const RejectExpenseDialog = onDemand(async () => (await dialogs()).RejectExpenseDialog);
export const PayExpenseDialog = onDemand(async () => (await dialogs()).PayExpenseDialog);
export const CancelExpenseDialog = onDemand(async () => (await dialogs()).CancelExpenseDialog);
export const MoneyReturnedDialog = onDemand(async () => (await dialogs()).MoneyReturnedDialog);
export const RepeatExpenseDialog = onDemand(async () => (await dialogs()).RepeatExpenseDialog);
export const ExpenseScheduleDialog = onDemand(async () => (await dialogs()).ExpenseScheduleDialog);
