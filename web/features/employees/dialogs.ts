export { EmployeeDocumentDialog } from './employee-document-dialog';
export { EraseEmployeeDialog } from './erase-employee-dialog';
export { HoursDialog } from './hours-dialog';
export { EmployeePayDialog } from './employee-pay-dialog';
export { ReverseSalaryDialog, SalaryDialog } from './salary-dialogs';
export { ChangeStatusDialog } from './change-status-dialog';
