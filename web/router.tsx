import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
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
function publicPage<const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => root, path, component });
}

/** A page inside the layout, with its guard (the specification's route table, R-08). */
function page<const Path extends string>(
  path: Path,
  guard: Guard,
  component: ReturnType<typeof lazyRouteComponent>,
) {
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
const userList = lazyRouteComponent(userPages, 'UserListPage');
const settings = lazyRouteComponent(() => import('./features/settings'), 'SettingsPage');
const supplierList = lazyRouteComponent(
  () => import('./features/suppliers/supplier-list-page'),
  'SupplierListPage',
);

/** Every route of the product. */
const routeTree = root.addChildren([
  home,
  publicPage(
    '/404',
    lazyRouteComponent(() => import('./features/system/not-found-page'), 'NotFoundPage'),
  ),
  publicPage(
    '/500',
    lazyRouteComponent(() => import('./features/system/server-error-page'), 'ServerErrorPage'),
  ),
  publicPage(
    '/login',
    lazyRouteComponent(() => import('./features/session/login-page'), 'LoginPage'),
  ),
  publicPage(
    '/register',
    lazyRouteComponent(() => import('./features/session/register-page'), 'RegisterPage'),
  ),
  publicPage(
    '/forgot-password',
    lazyRouteComponent(() => import('./features/session/forgot-password-page'), 'ForgotPasswordPage'),
  ),
  publicPage(
    '/reset-password',
    lazyRouteComponent(() => import('./features/session/reset-password-page'), 'ResetPasswordPage'),
  ),
  layout.addChildren([
    page('/books', needs('view_ledger'), lazyRouteComponent(books, 'BooksPage')),
    page('/journals', needs('view_ledger'), lazyRouteComponent(accounting, 'JournalListPage')),
    page('/journals/create', postGuard, lazyRouteComponent(accounting, 'JournalCreatePage')),
    page('/journals/$id', needs('view_ledger'), lazyRouteComponent(accounting, 'JournalDetailPage')),
    page('/general-ledger', needs('view_ledger'), lazyRouteComponent(accounting, 'GeneralLedgerPage')),
    page('/accounts', needs('view_ledger'), lazyRouteComponent(accounting, 'AccountsPage')),
    page('/trial-balance', needs('view_ledger'), lazyRouteComponent(accounting, 'TrialBalancePage')),
    page('/day-book', needs('view_ledger'), lazyRouteComponent(reports, 'DayBookPage')),
    page('/opening-balances', needs('view_ledger'), lazyRouteComponent(accounting, 'OpeningBalancesPage')),
    page('/wallet/supplier/$id', needs('view_ledger'), lazyRouteComponent(wallet, 'SupplierLedgerPage')),
    page('/reports/vat-return', needs('view_ledger'), lazyRouteComponent(vat, 'VatReturnListPage')),
    page('/reports/vat-return/entries', needs('view_ledger'), lazyRouteComponent(vat, 'VatEntriesPage')),
    page('/reports/vat-return/$to', needs('view_ledger'), lazyRouteComponent(vat, 'VatReturnPage')),
    page('/vat-adjustments', needs('view_ledger'), lazyRouteComponent(adjusted, 'VatAdjustmentListPage')),
    page('/vat-adjustments/create', postGuard, lazyRouteComponent(adjusted, 'VatAdjustmentCreatePage')),
    page('/vat-adjustments/reliefs', needs('view_ledger'), lazyRouteComponent(adjusted, 'VatReliefsPage')),
    page(
      '/vat-adjustments/$id',
      needs('view_ledger'),
      lazyRouteComponent(adjusted, 'VatAdjustmentDetailPage'),
    ),
    page('/reports/sales-summary', needs('view_dashboard'), lazyRouteComponent(reports, 'SalesSummaryPage')),
    page('/reports/profit-loss', needs('view_dashboard'), lazyRouteComponent(reports, 'ProfitLossPage')),
    page(
      '/reports/product-margins',
      needs('view_dashboard'),
      lazyRouteComponent(reports, 'ProductMarginsPage'),
    ),
    page('/reports/balance-sheet', needs('view_ledger'), lazyRouteComponent(reports, 'BalanceSheetPage')),
    page(
      '/reports/business-dashboard',
      needs('view_dashboard'),
      lazyRouteComponent(reports, 'BusinessDashboardPage'),
    ),
    page(
      '/reports/payment-transactions',
      needs('view_dashboard'),
      lazyRouteComponent(reports, 'PaymentTransactionsPage'),
    ),
    page('/reports/saved', reportGuard, lazyRouteComponent(savedReports, 'SavedReportsPage')),
    page('/reports/documents', needs('view_dashboard'), lazyRouteComponent(reports, 'ReportDocumentsPage')),
    page('/wallet/customer/$id', needs('view_ledger'), lazyRouteComponent(wallet, 'CustomerLedgerPage')),
    page('/aged-debtors', needs('view_ledger'), lazyRouteComponent(wallet, 'AgedDebtorsPage')),
    page('/aged-creditors', needs('view_ledger'), lazyRouteComponent(wallet, 'AgedCreditorsPage')),
    page('/audit', needs('view_audit'), lazyRouteComponent(auditLog, 'AuditPage')),
    page(
      '/api/docs',
      { role: 'admin' },
      lazyRouteComponent(() => import('./features/api-docs/api-docs-page'), 'ApiDocsPage'),
    ),
    page('/dashboard', needs('view_dashboard'), lazyRouteComponent(dashboard, 'DashboardPage')),
    page(
      '/profile',
      {},
      lazyRouteComponent(() => import('./features/session/profile-page'), 'ProfilePage'),
    ),
    page('/notifications', {}, lazyRouteComponent(notificationList, 'NotificationListPage')),
    page('/masters/categories', needs('view_master'), lazyRouteComponent(masters, 'CategoriesPage')),
    page('/masters/sub-categories', needs('view_master'), lazyRouteComponent(masters, 'SubCategoriesPage')),
    page('/masters/brands', needs('view_master'), lazyRouteComponent(masters, 'BrandsPage')),
    page('/masters/units', needs('view_master'), lazyRouteComponent(masters, 'UnitsPage')),
    page(
      '/masters/expense-categories',
      needs('view_master'),
      lazyRouteComponent(masters, 'ExpenseCategoriesPage'),
    ),
    page('/users', needs('view_user'), userList),
    page('/users/list', needs('view_user'), userList),
    page('/users/roles', needs('view_user'), lazyRouteComponent(userPages, 'RolesPage')),
    page('/users/create', needs('create_user'), lazyRouteComponent(userPages, 'UserCreatePage')),
    page('/users/edit/$id', needs('edit_user'), lazyRouteComponent(userPages, 'UserEditPage')),
    page('/permission-example', needs('view_user'), lazyRouteComponent(userPages, 'PermissionExamplePage')),
    page(
      '/products',
      needs('view_product'),
      lazyRouteComponent(() => import('./features/products/product-list-page'), 'ProductListPage'),
    ),
    page('/stock', needs('view_stock'), lazyRouteComponent(stock, 'StockLevelsPage')),
    page('/stock/movements', needs('view_stock'), lazyRouteComponent(stock, 'StockMovementsPage')),
    page(
      '/stock/reorder',
      { allOf: ['view_stock', 'create_purchaseorder'] },
      lazyRouteComponent(stock, 'ReorderPage'),
    ),
    page('/stock/adjustments', needs('view_stock'), lazyRouteComponent(stock, 'AdjustmentListPage')),
    page(
      '/stock/adjustments/create',
      needs('adjust_stock'),
      lazyRouteComponent(stock, 'AdjustmentCreatePage'),
    ),
    page(
      '/stock/adjustments/$id',
      needs('view_stock', 'adjust_stock'),
      lazyRouteComponent(stock, 'AdjustmentDetailPage'),
    ),
    page('/stock/counts', needs('view_stock'), lazyRouteComponent(counts, 'CountListPage')),
    page(
      '/stock/counts/create',
      { allOf: ['view_stock', 'adjust_stock'] },
      lazyRouteComponent(counts, 'CountCreatePage'),
    ),
    page('/stock/counts/$id', needs('view_stock'), lazyRouteComponent(counts, 'CountPage')),
    page(
      '/stock/valuation',
      { allOf: ['view_stock', 'view_cost'] },
      lazyRouteComponent(stock, 'StockValuationPage'),
    ),
    page('/products/price-groups', needs('view_product'), lazyRouteComponent(prices, 'PriceGroupListPage')),
    page('/products/promotions', needs('view_product'), lazyRouteComponent(prices, 'PromotionListPage')),
    page('/products/create', needs('create_product'), lazyRouteComponent(productForms, 'ProductCreatePage')),
    page('/products/edit/$id', needs('edit_product'), lazyRouteComponent(productForms, 'ProductEditPage')),
    page(
      '/products/$id',
      needs('view_product'),
      lazyRouteComponent(() => import('./features/products/product-detail-page'), 'ProductDetailPage'),
    ),
    page(
      '/purchases',
      needs('view_purchaseorder'),
      lazyRouteComponent(
        () => import('./features/purchase-orders/purchase-order-list-page'),
        'PurchaseOrderListPage',
      ),
    ),
    page(
      '/purchases/purchased',
      needs('view_purchasedorder'),
      lazyRouteComponent(
        () => import('./features/purchase-orders/purchased-items-page'),
        'PurchasedItemsPage',
      ),
    ),
    page(
      '/purchases/credits',
      needs('view_purchaseorder'),
      lazyRouteComponent(
        () => import('./features/supplier-documents/supplier-credits-page'),
        'SupplierCreditsPage',
      ),
    ),
    page(
      '/purchases/create',
      needs('create_purchaseorder'),
      lazyRouteComponent(orderForms, 'PurchaseOrderCreatePage'),
    ),
    page(
      '/purchases/$id',
      needs('view_purchaseorder'),
      lazyRouteComponent(
        () => import('./features/purchase-orders/purchase-order-detail-page'),
        'PurchaseOrderDetailPage',
      ),
    ),
    page(
      '/purchases/$id/edit',
      needs('edit_purchaseorder'),
      lazyRouteComponent(orderForms, 'PurchaseOrderEditPage'),
    ),
    page(
      '/imports',
      importGuard,
      lazyRouteComponent(() => import('./features/imports/import-list-page'), 'ImportListPage'),
    ),
    page(
      '/imports/new',
      importGuard,
      lazyRouteComponent(() => import('./features/imports/import-upload-page'), 'ImportUploadPage'),
    ),
    page(
      '/imports/$id',
      importGuard,
      lazyRouteComponent(() => import('./features/imports/import-page'), 'ImportPage'),
    ),
    page('/sales/tills', tillGuard, lazyRouteComponent(tills, 'SessionListPage')),
    page('/sales/tills/$id', tillGuard, lazyRouteComponent(tills, 'SessionPage')),
    page('/sales/exceptions', needs('approve_variance'), lazyRouteComponent(tills, 'SaleExceptionListPage')),
    page('/sales/registers', needs('view_setting'), lazyRouteComponent(tills, 'RegisterListPage')),
    page('/customers', needs('view_customer'), lazyRouteComponent(customerList, 'CustomerListPage')),
    page(
      '/customers/create',
      needs('create_customer'),
      lazyRouteComponent(customerForms, 'CustomerCreatePage'),
    ),
    page(
      '/customers/edit/$id',
      needs('edit_customer'),
      lazyRouteComponent(customerForms, 'CustomerEditPage'),
    ),
    page('/customers/view/$id', needs('view_customer'), lazyRouteComponent(customer, 'CustomerDetailPage')),
    page('/sales/pos', needs('view_pos'), lazyRouteComponent(pos, 'TillPage')),
    page('/sales/pos-new', deskGuard, lazyRouteComponent(pos, 'DeskPage')),
    page('/sales/pos-new/edit/$id', deskGuard, lazyRouteComponent(pos, 'DeskEditPage')),
    page('/sales/pos-new/quote/$id', deskGuard, lazyRouteComponent(pos, 'DeskQuotePage')),
    page('/sales/quotes', quoteGuard, lazyRouteComponent(quotes, 'QuoteListPage')),
    page('/sales/quotes/$id', quoteGuard, lazyRouteComponent(quotes, 'QuoteDetailPage')),
    page('/sales/invoices', needs('view_dashboard'), lazyRouteComponent(invoices, 'InvoiceListPage')),
    page('/sales/invoices/$id', needs('view_sale'), lazyRouteComponent(invoices, 'InvoiceDetailPage')),
    page('/expenses', needs('view_expense'), lazyRouteComponent(expensePages, 'ExpenseListPage')),
    page('/expenses/recurring', needs('view_expense'), lazyRouteComponent(expensePages, 'ScheduleListPage')),
    page('/expenses/create', needs('create_expense'), lazyRouteComponent(expensePages, 'ExpenseCreatePage')),
    page('/expenses/edit/$id', needs('edit_expense'), lazyRouteComponent(expensePages, 'ExpenseEditPage')),
    page('/expenses/$id', needs('view_expense'), lazyRouteComponent(expensePages, 'ExpenseDetailPage')),
    page('/emails/inbox', needs('view_email'), lazyRouteComponent(inbox, 'InboxPage')),
    page('/start', guideGuard, lazyRouteComponent(guide, 'StartPage')),
    page('/start/$step', guideGuard, lazyRouteComponent(guide, 'StepPage')),
    page('/settings', needs('view_setting'), settings),
    page('/settings/$section', needs('view_setting'), settings),
    page('/employees', needs('view_employee'), lazyRouteComponent(staff, 'EmployeeListPage')),
    page('/employees/timesheet', needs('view_employee'), lazyRouteComponent(staff, 'TimesheetPage')),
    page('/employees/create', needs('create_employee'), lazyRouteComponent(staff, 'EmployeeCreatePage')),
    page('/employees/edit/$id', needs('edit_employee'), lazyRouteComponent(staff, 'EmployeeEditPage')),
    page('/employees/$id', needs('view_employee'), lazyRouteComponent(staff, 'EmployeeDetailPage')),
    page('/suppliers', needs('view_supplier'), supplierList),
    page('/purchase/suppliers', needs('view_supplier'), supplierList),
    page(
      '/suppliers/$id',
      needs('view_supplier'),
      lazyRouteComponent(() => import('./features/suppliers/supplier-detail-page'), 'SupplierDetailPage'),
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
