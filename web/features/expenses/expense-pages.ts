/** One bundle: users who view expenses open one of these pages next. */
export { ExpenseDetailPage } from './expense-detail-page';
export { ExpenseCreatePage, ExpenseEditPage } from './expense-form-pages';
export { ExpenseListPage } from './expense-list-page';
export { ScheduleListPage } from './schedule-list-page';
