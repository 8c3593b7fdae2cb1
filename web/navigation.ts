import type { WaitingKind } from '#domain/dashboard/waiting.contract';
import type { Guard } from '#domain/kernel/access';
import { deskGuard, importGuard, needs, quoteGuard, reportGuard, tillGuard } from './page-guards';
import type { PagePath } from './platform/page-path';

export type NavigationItem = {
  readonly label: string;
  readonly path: PagePath;
  readonly guard: Guard;
  /** Another path of its pages. */
  readonly also?: string | readonly string[];
  /** What its pages decide on: the menu shows how much of it waits. */
  readonly decides?: readonly WaitingKind[];
};
export type NavigationGroup = { readonly label: string; readonly items: readonly NavigationItem[] };

/**
 * The menu, in order, grouped by the work of a role, each entry with its page's permissions. Entries are shown to users
 * who can open them; their icons are in `frame/menu-icons.ts`.
 */
export const navigation: readonly NavigationGroup[] = [
  {
    label: 'Overview',
    items: [
      { label: 'Dashboard', path: '/dashboard', guard: needs('view_dashboard') },
      { label: 'Inbox', path: '/emails/inbox', guard: needs('view_email') },
    ],
  },
  {
    label: 'Selling',
    items: [
      { label: 'Point of Sale', path: '/sales/pos', guard: needs('view_pos') },
      { label: 'New Sale', path: '/sales/pos-new', guard: deskGuard },
      { label: 'Quotes', path: '/sales/quotes', guard: quoteGuard },
      { label: 'Invoices', path: '/sales/invoices', guard: needs('view_dashboard') },
      { label: 'Customers', path: '/customers', guard: needs('view_customer'), also: '/wallet/customer' },
      {
        label: 'Tills',
        path: '/sales/tills',
        guard: tillGuard,
        also: ['/sales/registers', '/sales/devices', '/sales/exceptions'],
        decides: ['sale_exceptions', 'variances_to_approve'],
      },
    ],
  },
  {
    label: 'Products',
    items: [
      { label: 'Products', path: '/products', guard: needs('view_product') },
      { label: 'Price Groups', path: '/products/price-groups', guard: needs('view_product') },
      { label: 'Promotions', path: '/products/promotions', guard: needs('view_product') },
      { label: 'Categories', path: '/masters/categories', guard: needs('view_master') },
      { label: 'Sub-Categories', path: '/masters/sub-categories', guard: needs('view_master') },
      { label: 'Brands', path: '/masters/brands', guard: needs('view_master') },
      { label: 'Units', path: '/masters/units', guard: needs('view_master') },
    ],
  },
  {
    label: 'Purchasing',
    items: [
      { label: 'Suppliers', path: '/suppliers', guard: needs('view_supplier'), also: '/wallet/supplier' },
      {
        label: 'Purchase Orders',
        path: '/purchases',
        guard: needs('view_purchaseorder'),
        decides: ['orders_to_approve'],
      },
      { label: 'Purchased Items', path: '/purchases/purchased', guard: needs('view_purchasedorder') },
      { label: 'Supplier Bills', path: '/purchases/bills', guard: needs('view_purchaseorder') },
      { label: 'Supplier Credit Notes', path: '/purchases/credits', guard: needs('view_purchaseorder') },
      { label: 'Reorder', path: '/stock/reorder', guard: { allOf: ['view_stock', 'create_purchaseorder'] } },
    ],
  },
  {
    label: 'Stock',
    items: [
      { label: 'Stock Levels', path: '/stock', guard: needs('view_stock') },
      { label: 'Stock Movements', path: '/stock/movements', guard: needs('view_stock') },
      { label: 'Stock Adjustments', path: '/stock/adjustments', guard: needs('view_stock') },
      { label: 'Adjust Stock', path: '/stock/adjustments/create', guard: needs('adjust_stock') },
      { label: 'Stocktakes', path: '/stock/counts', guard: needs('view_stock') },
      { label: 'Stock Valuation', path: '/stock/valuation', guard: { allOf: ['view_stock', 'view_cost'] } },
      { label: 'Stock Ageing', path: '/stock/ageing', guard: { allOf: ['view_stock', 'view_cost'] } },
    ],
  },
  {
    label: 'Money',
    items: [
      {
        label: 'Expenses',
        path: '/expenses',
        guard: needs('view_expense'),
        decides: ['expenses_to_approve'],
      },
      { label: 'Expense Categories', path: '/masters/expense-categories', guard: needs('view_master') },
      { label: 'Aged Debtors', path: '/aged-debtors', guard: needs('view_ledger') },
      { label: 'Aged Creditors', path: '/aged-creditors', guard: needs('view_ledger') },
      {
        label: 'Payment Transactions',
        path: '/reports/payment-transactions',
        guard: needs('view_dashboard'),
      },
    ],
  },
  {
    label: 'Accounting',
    items: [
      { label: 'Journals', path: '/journals', guard: needs('view_ledger') },
      { label: 'Day Book', path: '/day-book', guard: needs('view_ledger') },
      { label: 'General Ledger', path: '/general-ledger', guard: needs('view_ledger') },
      { label: 'Trial Balance', path: '/trial-balance', guard: needs('view_ledger') },
      { label: 'Accounts', path: '/accounts', guard: needs('view_ledger') },
      {
        label: 'VAT Returns',
        path: '/reports/vat-return',
        guard: needs('view_ledger'),
        decides: ['overdue_vat_returns'],
      },
      { label: 'VAT Adjustments', path: '/vat-adjustments', guard: needs('view_ledger') },
      { label: 'Opening Balances', path: '/opening-balances', guard: needs('view_ledger') },
      { label: 'Books', path: '/books', guard: needs('view_ledger') },
    ],
  },
  {
    label: 'Reports',
    items: [
      { label: 'Business Dashboard', path: '/reports/business-dashboard', guard: needs('view_dashboard') },
      {
        label: 'Sales Summary',
        path: '/reports/sales-summary',
        guard: needs('view_dashboard'),
        also: '/reports/documents',
      },
      { label: 'Product Margins', path: '/reports/product-margins', guard: needs('view_dashboard') },
      {
        label: 'Profit & Loss',
        path: '/reports/profit-loss',
        guard: needs('view_dashboard'),
        also: '/reports/cash-basis',
      },
      { label: 'Balance Sheet', path: '/reports/balance-sheet', guard: needs('view_ledger') },
      { label: 'Saved Reports', path: '/reports/saved', guard: reportGuard },
    ],
  },
  {
    label: 'People',
    items: [
      { label: 'Employees', path: '/employees', guard: needs('view_employee') },
      { label: 'Users', path: '/users', guard: needs('view_user') },
      { label: 'Roles', path: '/users/roles', guard: needs('view_user') },
      { label: 'Check Access', path: '/users/access', guard: needs('view_user') },
      { label: 'Permissions', path: '/permission-example', guard: needs('view_user') },
    ],
  },
  {
    label: 'Administration',
    items: [
      { label: 'Settings', path: '/settings', guard: needs('view_setting') },
      { label: 'Imports', path: '/imports', guard: importGuard },
      { label: 'Audit Log', path: '/audit', guard: needs('view_audit') },
      { label: 'API', path: '/api/docs', guard: { role: 'admin' } },
    ],
  },
];
