import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Guard } from '#domain/kernel/access';
import { AppLayout } from './frame/app-layout';
import {
  deskGuard,
  guideGuard,
  importGuard,
  needs,
  postGuard,
  quoteGuard,
  reportGuard,
  tillGuard,
} from './page-guards';
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
function page<const Path extends string>(path: Path, guard: Guard, component: ReturnType<typeof lazy>) {
  return createRoute({ getParentRoute: () => layout, path, component, staticData: { guard } });
}

const accounting = () => import('./features/accounting');
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
  publicPage(
    '/404',
    lazy(() => import('./features/system/not-found-page'), 'NotFoundPage'),
  ),
  publicPage(
    '/500',
    lazy(() => import('./features/system/server-error-page'), 'ServerErrorPage'),
  ),
  publicPage(
    '/login',
    lazy(() => import('./features/session/login-page'), 'LoginPage'),
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
    page('/books', needs('view_ledger'), lazy(books, 'BooksPage')),
    page('/journals', needs('view_ledger'), lazy(accounting, 'JournalListPage')),
    page('/journals/create', postGuard, lazy(accounting, 'JournalCreatePage')),
    page('/journals/$id', needs('view_ledger'), lazy(accounting, 'JournalDetailPage')),
    page('/general-ledger', needs('view_ledger'), lazy(accounting, 'GeneralLedgerPage')),
    page('/accounts', needs('view_ledger'), lazy(accounting, 'AccountsPage')),
    page('/trial-balance', needs('view_ledger'), lazy(accounting, 'TrialBalancePage')),
    page('/day-book', needs('view_ledger'), lazy(reports, 'DayBookPage')),
    page('/opening-balances', needs('view_ledger'), lazy(accounting, 'OpeningBalancesPage')),
    page('/wallet/supplier/$id', needs('view_ledger'), lazy(wallet, 'SupplierLedgerPage')),
    page('/reports/vat-return', needs('view_ledger'), lazy(vat, 'VatReturnListPage')),
    page('/reports/vat-return/entries', needs('view_ledger'), lazy(vat, 'VatEntriesPage')),
    page('/reports/vat-return/$to', needs('view_ledger'), lazy(vat, 'VatReturnPage')),
    page('/vat-adjustments', needs('view_ledger'), lazy(adjusted, 'VatAdjustmentListPage')),
    page('/vat-adjustments/create', postGuard, lazy(adjusted, 'VatAdjustmentCreatePage')),
    page('/vat-adjustments/reliefs', needs('view_ledger'), lazy(adjusted, 'VatReliefsPage')),
    page('/vat-adjustments/$id', needs('view_ledger'), lazy(adjusted, 'VatAdjustmentDetailPage')),
    page('/reports/sales-summary', needs('view_dashboard'), lazy(reports, 'SalesSummaryPage')),
    page('/reports/profit-loss', needs('view_dashboard'), lazy(reports, 'ProfitLossPage')),
    page('/reports/product-margins', needs('view_dashboard'), lazy(reports, 'ProductMarginsPage')),
    page('/reports/balance-sheet', needs('view_ledger'), lazy(reports, 'BalanceSheetPage')),
    page('/reports/business-dashboard', needs('view_dashboard'), lazy(reports, 'BusinessDashboardPage')),
    page('/reports/payment-transactions', needs('view_dashboard'), lazy(reports, 'PaymentTransactionsPage')),
    page('/reports/saved', reportGuard, lazy(savedReports, 'SavedReportsPage')),
    page('/reports/documents', needs('view_dashboard'), lazy(reports, 'ReportDocumentsPage')),
    page('/wallet/customer/$id', needs('view_ledger'), lazy(wallet, 'CustomerLedgerPage')),
    page('/aged-debtors', needs('view_ledger'), lazy(wallet, 'AgedDebtorsPage')),
    page('/aged-creditors', needs('view_ledger'), lazy(wallet, 'AgedCreditorsPage')),
    page('/audit', needs('view_audit'), lazy(auditLog, 'AuditPage')),
    page(
      '/api/docs',
      { role: 'admin' },
      lazy(() => import('./features/api-docs/api-docs-page'), 'ApiDocsPage'),
    ),
    page('/dashboard', needs('view_dashboard'), lazy(dashboard, 'DashboardPage')),
    page(
      '/profile',
      {},
      lazy(() => import('./features/session/profile-page'), 'ProfilePage'),
    ),
    page('/notifications', {}, lazy(notificationList, 'NotificationListPage')),
    page('/masters/categories', needs('view_master'), lazy(masters, 'CategoriesPage')),
    page('/masters/sub-categories', needs('view_master'), lazy(masters, 'SubCategoriesPage')),
    page('/masters/brands', needs('view_master'), lazy(masters, 'BrandsPage')),
    page('/masters/units', needs('view_master'), lazy(masters, 'UnitsPage')),
    page('/masters/expense-categories', needs('view_master'), lazy(masters, 'ExpenseCategoriesPage')),
    page('/users', needs('view_user'), userList),
    page('/users/list', needs('view_user'), userList),
    page('/users/roles', needs('view_user'), lazy(userPages, 'RolesPage')),
    page('/users/create', needs('create_user'), lazy(userPages, 'UserCreatePage')),
    page('/users/edit/$id', needs('edit_user'), lazy(userPages, 'UserEditPage')),
    page('/permission-example', needs('view_user'), lazy(userPages, 'PermissionExamplePage')),
    page(
      '/products',
      needs('view_product'),
      lazy(() => import('./features/products/product-list-page'), 'ProductListPage'),
    ),
    page('/stock', needs('view_stock'), lazy(stock, 'StockLevelsPage')),
    page('/stock/movements', needs('view_stock'), lazy(stock, 'StockMovementsPage')),
    page('/stock/reorder', { allOf: ['view_stock', 'create_purchaseorder'] }, lazy(stock, 'ReorderPage')),
    page('/stock/adjustments', needs('view_stock'), lazy(stock, 'AdjustmentListPage')),
    page('/stock/adjustments/create', needs('adjust_stock'), lazy(stock, 'AdjustmentCreatePage')),
    page('/stock/adjustments/$id', needs('view_stock', 'adjust_stock'), lazy(stock, 'AdjustmentDetailPage')),
    page('/stock/counts', needs('view_stock'), lazy(counts, 'CountListPage')),
    page('/stock/counts/create', { allOf: ['view_stock', 'adjust_stock'] }, lazy(counts, 'CountCreatePage')),
    page('/stock/counts/$id', needs('view_stock'), lazy(counts, 'CountPage')),
    page('/stock/valuation', { allOf: ['view_stock', 'view_cost'] }, lazy(stock, 'StockValuationPage')),
    page('/products/price-groups', needs('view_product'), lazy(prices, 'PriceGroupListPage')),
    page('/products/promotions', needs('view_product'), lazy(prices, 'PromotionListPage')),
    page('/products/create', needs('create_product'), lazy(productForms, 'ProductCreatePage')),
    page('/products/edit/$id', needs('edit_product'), lazy(productForms, 'ProductEditPage')),
    page(
      '/products/$id',
      needs('view_product'),
      lazy(() => import('./features/products/product-detail-page'), 'ProductDetailPage'),
    ),
    page(
      '/purchases',
      needs('view_purchaseorder'),
      lazy(() => import('./features/purchase-orders/purchase-order-list-page'), 'PurchaseOrderListPage'),
    ),
    page(
      '/purchases/purchased',
      needs('view_purchasedorder'),
      lazy(() => import('./features/purchase-orders/purchased-items-page'), 'PurchasedItemsPage'),
    ),
    page(
      '/purchases/credits',
      needs('view_purchaseorder'),
      lazy(() => import('./features/supplier-documents/supplier-credits-page'), 'SupplierCreditsPage'),
    ),
    page('/purchases/create', needs('create_purchaseorder'), lazy(orderForms, 'PurchaseOrderCreatePage')),
    page(
      '/purchases/$id',
      needs('view_purchaseorder'),
      lazy(() => import('./features/purchase-orders/purchase-order-detail-page'), 'PurchaseOrderDetailPage'),
    ),
    page('/purchases/$id/edit', needs('edit_purchaseorder'), lazy(orderForms, 'PurchaseOrderEditPage')),
    page(
      '/imports',
      importGuard,
      lazy(() => import('./features/imports/import-list-page'), 'ImportListPage'),
    ),
    page(
      '/imports/new',
      importGuard,
      lazy(() => import('./features/imports/import-upload-page'), 'ImportUploadPage'),
    ),
    page(
      '/imports/$id',
      importGuard,
      lazy(() => import('./features/imports/import-page'), 'ImportPage'),
    ),
    page('/sales/tills', tillGuard, lazy(tills, 'SessionListPage')),
    page('/sales/tills/$id', tillGuard, lazy(tills, 'SessionPage')),
    page('/sales/exceptions', needs('approve_variance'), lazy(tills, 'SaleExceptionListPage')),
    page('/sales/registers', needs('view_setting'), lazy(tills, 'RegisterListPage')),
    page('/customers', needs('view_customer'), lazy(customerList, 'CustomerListPage')),
    page('/customers/create', needs('create_customer'), lazy(customerForms, 'CustomerCreatePage')),
    page('/customers/edit/$id', needs('edit_customer'), lazy(customerForms, 'CustomerEditPage')),
    page('/customers/view/$id', needs('view_customer'), lazy(customer, 'CustomerDetailPage')),
    page('/sales/pos', needs('view_pos'), lazy(pos, 'TillPage')),
    page('/sales/pos-new', deskGuard, lazy(pos, 'DeskPage')),
    page('/sales/pos-new/edit/$id', deskGuard, lazy(pos, 'DeskEditPage')),
    page('/sales/pos-new/quote/$id', deskGuard, lazy(pos, 'DeskQuotePage')),
    page('/sales/quotes', quoteGuard, lazy(quotes, 'QuoteListPage')),
    page('/sales/quotes/$id', quoteGuard, lazy(quotes, 'QuoteDetailPage')),
    page('/sales/invoices', needs('view_dashboard'), lazy(invoices, 'InvoiceListPage')),
    page('/sales/invoices/$id', needs('view_sale'), lazy(invoices, 'InvoiceDetailPage')),
    page('/expenses', needs('view_expense'), lazy(expensePages, 'ExpenseListPage')),
    page('/expenses/recurring', needs('view_expense'), lazy(expensePages, 'ScheduleListPage')),
    page('/expenses/create', needs('create_expense'), lazy(expensePages, 'ExpenseCreatePage')),
    page('/expenses/edit/$id', needs('edit_expense'), lazy(expensePages, 'ExpenseEditPage')),
    page('/expenses/$id', needs('view_expense'), lazy(expensePages, 'ExpenseDetailPage')),
    page('/emails/inbox', needs('view_email'), lazy(inbox, 'InboxPage')),
    page('/start', guideGuard, lazy(guide, 'StartPage')),
    page('/start/$step', guideGuard, lazy(guide, 'StepPage')),
    page('/settings', needs('view_setting'), settings),
    page('/settings/$section', needs('view_setting'), settings),
    page('/employees', needs('view_employee'), lazy(staff, 'EmployeeListPage')),
    page('/employees/timesheet', needs('view_employee'), lazy(staff, 'TimesheetPage')),
    page('/employees/create', needs('create_employee'), lazy(staff, 'EmployeeCreatePage')),
    page('/employees/edit/$id', needs('edit_employee'), lazy(staff, 'EmployeeEditPage')),
    page('/employees/$id', needs('view_employee'), lazy(staff, 'EmployeeDetailPage')),
    page('/suppliers', needs('view_supplier'), supplierList),
    page('/purchase/suppliers', needs('view_supplier'), supplierList),
    page(
      '/suppliers/$id',
      needs('view_supplier'),
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
