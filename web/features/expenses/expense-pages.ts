/** One file for the browser: who looks at expenses opens one of them next. */
export { ExpenseDetailPage } from './expense-detail-page';
export { ExpenseCreatePage, ExpenseEditPage } from './expense-form-pages';
export { ExpenseListPage } from './expense-list-page';
export { ScheduleListPage } from './schedule-list-page';
