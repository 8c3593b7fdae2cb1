import { onDemand } from '../../ui/on-demand';

const dialogs = () => import('./dialogs');

/** The dialogs of the employee pages, loaded when the first is opened. */
export const ChangeStatusDialog = onDemand(async () => (await dialogs()).ChangeStatusDialog);
export const EraseEmployeeDialog = onDemand(async () => (await dialogs()).EraseEmployeeDialog);
export const EmployeePayDialog = onDemand(async () => (await dialogs()).EmployeePayDialog);
export const SalaryDialog = onDemand(async () => (await dialogs()).SalaryDialog);
export const ReverseSalaryDialog = onDemand(async () => (await dialogs()).ReverseSalaryDialog);
export const HoursDialog = onDemand(async () => (await dialogs()).HoursDialog);
export const EmployeeDocumentDialog = onDemand(async () => (await dialogs()).EmployeeDocumentDialog);

/** Edits an employee in their row, loaded with the first edit. */
export const EmployeeCellEditor = onDemand(
  async () => (await import('./employee-cell-editor')).EmployeeCellEditor,
);
