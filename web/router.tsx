import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Guard } from '#domain/kernel/access';
import { type GuardedPath, pageGuards } from '#domain/pages/page-guards';
import { AppLayout } from './frame/app-layout';
import { followLists } from './platform/list-place';
import { parseSearch, type SearchParams, stringifySearch } from './platform/search-params';
import { PageFailed } from './features/system/page-failed';
import { NotFoundPage } from './features/system/not-found-page';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    guard?: Guard;
  }
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  validateSearch: (search: Record<string, unknown>) => search as SearchParams,
});

const layout = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppLayout,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' });
  },
});

/** A page without sign-in. */
function publicPage<const Path extends string>(path: Path, component: ReturnType<typeof lazy>) {
  return createRoute({ getParentRoute: () => root, path, component });
}

/** A page inside the layout, with its guard (the specification's route table, R-08). */
function page<const Path extends GuardedPath>(path: Path, component: ReturnType<typeof lazy>) {
  return createRoute({
    getParentRoute: () => layout,
    path,
    component,
    staticData: { guard: pageGuards[path] },
  });
}

const accounting = () => import('./features/accounting');
const bulkChanges = () => import('./features/bulk-changes/bulk-change-pages');
const bulkEmails = () => import('./features/bulk-emails/bulk-email-pages');
const inbox = () => import('./features/emails/inbox-page');
const books = () => import('./features/books');
const auditLog = () => import('./features/audit');
const dashboard = () => import('./features/dashboard/dashboard-page');
const stock = () => import('./features/stock');
const counts = () => import('./features/stock/count-pages');
const wallet = () => import('./features/wallet');
const vat = () => import('./features/vat-returns');
const adjusted = () => import('./features/vat-adjustments');
const guide = () => import('./features/get-started');
const savedReports = () => import('./features/saved-reports/saved-list-page');
const reports = () => import('./features/reports');
const notificationList = () => import('./features/notifications/notification-list-page');
const pos = () => import('./features/pos');
const invoices = () => import('./features/invoices/invoice-pages');
const quotes = () => import('./features/quotes');
const prices = () => import('./features/prices/price-pages');
const tills = () => import('./features/tills/till-pages');
const masters = () => import('./features/masters');
const productForms = () => import('./features/products/product-form-pages');
const customerList = () => import('./features/customers/customer-list-page');
const customer = () => import('./features/customers/customer-detail-page');
const customerForms = () => import('./features/customers/customer-form-pages');
const expensePages = () => import('./features/expenses/expense-pages');
const staff = () => import('./features/employees/employee-pages');
const orderForms = () => import('./features/purchase-orders/purchase-order-form-pages');
const userPages = () => import('./features/users');
const userList = lazy(userPages, 'UserListPage');
const settings = lazy(() => import('./features/settings'), 'SettingsPage');
const supplierList = lazy(() => import('./features/suppliers/supplier-list-page'), 'SupplierListPage');

/** Every route of the product. */
const routeTree = root.addChildren([
  home,
  publicPage('/404', NotFoundPage),
  publicPage(
    '/500',
    lazy(() => import('./features/system/server-error-page'), 'ServerErrorPage'),
  ),
  publicPage(
    '/login',
    lazy(() => import('./features/session/login-page'), 'LoginPage'),
  ),
  publicPage(
    '/login/provider',
    lazy(() => import('./features/session/provider-page'), 'ProviderPage'),
  ),
  publicPage(
    '/register',
    lazy(() => import('./features/session/register-page'), 'RegisterPage'),
  ),
  publicPage(
    '/forgot-password',
    lazy(() => import('./features/session/forgot-password-page'), 'ForgotPasswordPage'),
  ),
  publicPage(
    '/reset-password',
    lazy(() => import('./features/session/reset-password-page'), 'ResetPasswordPage'),
  ),
  layout.addChildren([
    page('/books', lazy(books, 'BooksPage')),
    page('/journals', lazy(accounting, 'JournalListPage')),
    page('/journals/create', lazy(accounting, 'JournalCreatePage')),
    page('/journals/$id', lazy(accounting, 'JournalDetailPage')),
    page('/general-ledger', lazy(accounting, 'GeneralLedgerPage')),
    page('/accounts', lazy(accounting, 'AccountsPage')),
    page('/trial-balance', lazy(accounting, 'TrialBalancePage')),
    page('/day-book', lazy(reports, 'DayBookPage')),
    page('/opening-balances', lazy(accounting, 'OpeningBalancesPage')),
    page('/wallet/supplier/$id', lazy(wallet, 'SupplierLedgerPage')),
    page('/reports/vat-return', lazy(vat, 'VatReturnListPage')),
    page('/reports/vat-return/entries', lazy(vat, 'VatEntriesPage')),
    page('/reports/vat-return/$to', lazy(vat, 'VatReturnPage')),
    page('/vat-adjustments', lazy(adjusted, 'VatAdjustmentListPage')),
    page('/vat-adjustments/create', lazy(adjusted, 'VatAdjustmentCreatePage')),
    page('/vat-adjustments/reliefs', lazy(adjusted, 'VatReliefsPage')),
    page('/vat-adjustments/$id', lazy(adjusted, 'VatAdjustmentDetailPage')),
    page('/reports/sales-summary', lazy(reports, 'SalesSummaryPage')),
    page('/reports/profit-loss', lazy(reports, 'ProfitLossPage')),
    page('/reports/product-margins', lazy(reports, 'ProductMarginsPage')),
    page('/reports/balance-sheet', lazy(reports, 'BalanceSheetPage')),
    page('/reports/business-dashboard', lazy(reports, 'BusinessDashboardPage')),
    page('/reports/payment-transactions', lazy(reports, 'PaymentTransactionsPage')),
    page('/reports/saved', lazy(savedReports, 'SavedReportsPage')),
    page('/reports/documents', lazy(reports, 'ReportDocumentsPage')),
    page('/reports/cash-basis', lazy(reports, 'CashTransactionsPage')),
    page('/wallet/customer/$id', lazy(wallet, 'CustomerLedgerPage')),
    page('/aged-debtors', lazy(wallet, 'AgedDebtorsPage')),
    page('/aged-creditors', lazy(wallet, 'AgedCreditorsPage')),
    page('/audit', lazy(auditLog, 'AuditPage')),
    page(
      '/api/docs',
      lazy(() => import('./features/api-docs/api-docs-page'), 'ApiDocsPage'),
    ),
    page('/dashboard', lazy(dashboard, 'DashboardPage')),
    page(
      '/profile',
      lazy(() => import('./features/profile/profile-page'), 'ProfilePage'),
    ),
    page('/notifications', lazy(notificationList, 'NotificationListPage')),
    page(
      '/exports',
      lazy(() => import('./features/exports/export-list-page'), 'ExportListPage'),
    ),
    page('/masters/categories', lazy(masters, 'CategoriesPage')),
    page('/masters/sub-categories', lazy(masters, 'SubCategoriesPage')),
    page('/masters/brands', lazy(masters, 'BrandsPage')),
    page('/masters/units', lazy(masters, 'UnitsPage')),
    page('/masters/expense-categories', lazy(masters, 'ExpenseCategoriesPage')),
    page('/users', userList),
    page('/users/list', userList),
    page('/users/roles', lazy(userPages, 'RolesPage')),
    page('/users/access', lazy(userPages, 'CheckAccessPage')),
    page('/users/create', lazy(userPages, 'UserCreatePage')),
    page('/users/edit/$id', lazy(userPages, 'UserEditPage')),
    page('/permission-example', lazy(userPages, 'PermissionExamplePage')),
    page(
      '/products',
      lazy(() => import('./features/products/product-list-page'), 'ProductListPage'),
    ),
    page('/stock', lazy(stock, 'StockLevelsPage')),
    page('/stock/movements', lazy(stock, 'StockMovementsPage')),
    page('/stock/reorder', lazy(stock, 'ReorderPage')),
    page('/stock/adjustments', lazy(stock, 'AdjustmentListPage')),
    page('/stock/adjustments/create', lazy(stock, 'AdjustmentCreatePage')),
    page('/stock/adjustments/$id', lazy(stock, 'AdjustmentDetailPage')),
    page('/stock/counts', lazy(counts, 'CountListPage')),
    page('/stock/counts/create', lazy(counts, 'CountCreatePage')),
    page('/stock/counts/$id', lazy(counts, 'CountPage')),
    page('/stock/valuation', lazy(stock, 'StockValuationPage')),
    page('/stock/ageing', lazy(stock, 'StockAgeingPage')),
    page('/products/price-groups', lazy(prices, 'PriceGroupListPage')),
    page('/products/promotions', lazy(prices, 'PromotionListPage')),
    page('/products/create', lazy(productForms, 'ProductCreatePage')),
    page('/products/edit/$id', lazy(productForms, 'ProductEditPage')),
    page(
      '/products/$id',
      lazy(() => import('./features/products/product-detail-page'), 'ProductDetailPage'),
    ),
    page(
      '/purchases',
      lazy(() => import('./features/purchase-orders/purchase-order-list-page'), 'PurchaseOrderListPage'),
    ),
    page(
      '/purchases/purchased',
      lazy(() => import('./features/purchase-orders/purchased-items-page'), 'PurchasedItemsPage'),
    ),
    page(
      '/purchases/bills',
      lazy(() => import('./features/supplier-bills/supplier-bill-list-page'), 'SupplierBillListPage'),
    ),
    page(
      '/purchases/bills/$id',
      lazy(() => import('./features/supplier-bills/supplier-bill-page'), 'SupplierBillPage'),
    ),
    page(
      '/purchases/credits',
      lazy(() => import('./features/supplier-documents/supplier-credits-page'), 'SupplierCreditsPage'),
    ),
    page('/purchases/create', lazy(orderForms, 'PurchaseOrderCreatePage')),
    page(
      '/purchases/$id',
      lazy(() => import('./features/purchase-orders/purchase-order-detail-page'), 'PurchaseOrderDetailPage'),
    ),
    page('/purchases/$id/edit', lazy(orderForms, 'PurchaseOrderEditPage')),
    page('/bulk-changes', lazy(bulkChanges, 'BulkChangeListPage')),
    page('/bulk-changes/$id', lazy(bulkChanges, 'BulkChangePage')),
    page('/bulk-emails', lazy(bulkEmails, 'BulkEmailListPage')),
    page('/bulk-emails/$id', lazy(bulkEmails, 'BulkEmailPage')),
    page(
      '/imports',
      lazy(() => import('./features/imports/import-list-page'), 'ImportListPage'),
    ),
    page(
      '/imports/new',
      lazy(() => import('./features/imports/import-upload-page'), 'ImportUploadPage'),
    ),
    page(
      '/imports/$id',
      lazy(() => import('./features/imports/import-page'), 'ImportPage'),
    ),
    page('/sales/tills', lazy(tills, 'SessionListPage')),
    page('/sales/tills/$id', lazy(tills, 'SessionPage')),
    page('/sales/exceptions', lazy(tills, 'SaleExceptionListPage')),
    page('/sales/registers', lazy(tills, 'RegisterListPage')),
    page('/sales/devices', lazy(tills, 'DeviceListPage')),
    page('/customers', lazy(customerList, 'CustomerListPage')),
    page('/customers/create', lazy(customerForms, 'CustomerCreatePage')),
    page('/customers/edit/$id', lazy(customerForms, 'CustomerEditPage')),
    page('/customers/view/$id', lazy(customer, 'CustomerDetailPage')),
    page('/sales/pos', lazy(pos, 'TillPage')),
    page('/sales/pos-new', lazy(pos, 'DeskPage')),
    page('/sales/pos-new/edit/$id', lazy(pos, 'DeskEditPage')),
    page('/sales/pos-new/quote/$id', lazy(pos, 'DeskQuotePage')),
    page('/sales/quotes', lazy(quotes, 'QuoteListPage')),
    page('/sales/quotes/$id', lazy(quotes, 'QuoteDetailPage')),
    page('/sales/invoices', lazy(invoices, 'InvoiceListPage')),
    page('/sales/invoices/$id', lazy(invoices, 'InvoiceDetailPage')),
    page('/expenses', lazy(expensePages, 'ExpenseListPage')),
    page('/expenses/recurring', lazy(expensePages, 'ScheduleListPage')),
    page('/expenses/create', lazy(expensePages, 'ExpenseCreatePage')),
    page('/expenses/edit/$id', lazy(expensePages, 'ExpenseEditPage')),
    page('/expenses/$id', lazy(expensePages, 'ExpenseDetailPage')),
    page('/emails/inbox', lazy(inbox, 'InboxPage')),
    page('/start', lazy(guide, 'StartPage')),
    page('/start/$step', lazy(guide, 'StepPage')),
    page('/settings', settings),
    page('/settings/$section', settings),
    page('/employees', lazy(staff, 'EmployeeListPage')),
    page('/employees/timesheet', lazy(staff, 'TimesheetPage')),
    page('/employees/create', lazy(staff, 'EmployeeCreatePage')),
    page('/employees/edit/$id', lazy(staff, 'EmployeeEditPage')),
    page('/employees/$id', lazy(staff, 'EmployeeDetailPage')),
    page('/suppliers', supplierList),
    page('/purchase/suppliers', supplierList),
    page(
      '/suppliers/$id',
      lazy(() => import('./features/suppliers/supplier-detail-page'), 'SupplierDetailPage'),
    ),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

followLists(router);
