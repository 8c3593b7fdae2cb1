export { EmployeeListPage } from './employee-list-page';
export { EmployeeDetailPage } from './employee-detail-page';
export { TimesheetPage } from './timesheet-page';
export { EmployeeCreatePage, EmployeeEditPage } from './employee-form-pages';
