export { BalanceSheetPage } from './balance-sheet-page';
export { BusinessDashboardPage } from './business-dashboard-page';
export { DayBookPage } from './day-book-page';
export { ReportDocumentsPage } from './documents-page';
export { PaymentTransactionsPage } from './payment-transactions-page';
export { ProductMarginsPage } from './product-margins-page';
export { ProfitLossPage } from './profit-loss-page';
export { SalesSummaryPage } from './sales-summary-page';
