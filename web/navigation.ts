import {
  BookCheck,
  BookOpenText,
  ListTree,
  Scale,
  Boxes,
  Coins,
  ClipboardList,
  Contact,
  LayoutDashboard,
  type LucideIcon,
  Package,
  PackageCheck,
  Receipt,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Tag,
  Truck,
  Upload,
  Users,
  Warehouse,
} from 'lucide-react';
import type { Guard } from '#domain/kernel/access';
import type { PagePath } from './platform/page-path';

export type NavigationItem = {
  readonly label: string;
  readonly path: PagePath;
  readonly icon: LucideIcon;
  readonly guard: Guard;
  /** Another path of its pages. */
  readonly also?: string;
};
export type NavigationGroup = { readonly label: string; readonly items: readonly NavigationItem[] };

const needs = (...permissions: NonNullable<Guard['permissions']>): Guard => ({ permissions });

/** The menu, in order, each entry with its page's permissions. Entries are shown to users who can open them. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: 'Overview',
    items: [
      { label: 'Dashboard', path: '/dashboard', icon: LayoutDashboard, guard: needs('view_dashboard') },
      { label: 'Inbox', path: '/emails/inbox', icon: ScrollText, guard: needs('view_email') },
    ],
  },
  {
    label: 'Selling',
    items: [
      { label: 'Point of Sale', path: '/sales/pos', icon: Receipt, guard: needs('view_pos') },
      {
        label: 'New Sale',
        path: '/sales/pos-new',
        icon: ReceiptText,
        guard: { allOf: ['view_pos', 'edit_sale'] },
      },
      { label: 'Quotes', path: '/sales/quotes', icon: ScrollText, guard: needs('view_sale', 'edit_sale') },
      { label: 'Invoices', path: '/sales/invoices', icon: ReceiptText, guard: needs('view_dashboard') },
      {
        label: 'Tills',
        path: '/sales/tills',
        icon: Coins,
        guard: needs('view_pos', 'open_till', 'close_till', 'approve_variance'),
        also: '/sales/registers',
      },
      {
        label: 'Customers',
        path: '/customers',
        icon: Contact,
        guard: needs('view_customer'),
        also: '/wallet/customer',
      },
      {
        label: 'Price Groups',
        path: '/products/price-groups',
        icon: Users,
        guard: needs('view_product'),
      },
      { label: 'Promotions', path: '/products/promotions', icon: Tag, guard: needs('view_product') },
    ],
  },
  {
    label: 'Purchasing',
    items: [
      {
        label: 'Suppliers',
        path: '/suppliers',
        icon: Truck,
        guard: needs('view_supplier'),
        also: '/wallet/supplier',
      },
      {
        label: 'Purchase Orders',
        path: '/purchases',
        icon: ClipboardList,
        guard: needs('view_purchaseorder'),
      },
      {
        label: 'Purchased Items',
        path: '/purchases/purchased',
        icon: PackageCheck,
        guard: needs('view_purchasedorder'),
      },
      {
        label: 'Supplier Credit Notes',
        path: '/purchases/credits',
        icon: ReceiptText,
        guard: needs('view_purchaseorder'),
      },
    ],
  },
  {
    label: 'Stock',
    items: [
      { label: 'Products', path: '/products', icon: Package, guard: needs('view_product') },
      { label: 'Stock Levels', path: '/stock', icon: Warehouse, guard: needs('view_stock') },
      {
        label: 'Reorder',
        path: '/stock/reorder',
        icon: PackageCheck,
        guard: { allOf: ['view_stock', 'create_purchaseorder'] },
      },
      {
        label: 'Stock Movements',
        path: '/stock/movements',
        icon: SlidersHorizontal,
        guard: needs('view_stock'),
      },
      {
        label: 'Stock Adjustments',
        path: '/stock/adjustments',
        icon: SlidersHorizontal,
        guard: needs('view_stock'),
      },
      {
        label: 'Adjust Stock',
        path: '/stock/adjustments/create',
        icon: SlidersHorizontal,
        guard: needs('adjust_stock'),
      },
      { label: 'Stocktakes', path: '/stock/counts', icon: ClipboardList, guard: needs('view_stock') },
      {
        label: 'Stock Valuation',
        path: '/stock/valuation',
        icon: Coins,
        guard: { allOf: ['view_stock', 'view_cost'] },
      },
    ],
  },
  {
    label: 'Master data',
    items: [
      { label: 'Categories', path: '/masters/categories', icon: Boxes, guard: needs('view_master') },
      {
        label: 'Sub-Categories',
        path: '/masters/sub-categories',
        icon: ListTree,
        guard: needs('view_master'),
      },
      { label: 'Brands', path: '/masters/brands', icon: Tag, guard: needs('view_master') },
      { label: 'Units', path: '/masters/units', icon: Tag, guard: needs('view_master') },
      {
        label: 'Expense Categories',
        path: '/masters/expense-categories',
        icon: Receipt,
        guard: needs('view_master'),
      },
      {
        label: 'Imports',
        path: '/imports',
        icon: Upload,
        guard: needs(
          'create_product',
          'create_supplier',
          'create_customer',
          'create_master',
          'create_expense',
          'adjust_ledger',
        ),
      },
    ],
  },
  {
    label: 'People',
    items: [{ label: 'Employees', path: '/employees', icon: Users, guard: needs('view_employee') }],
  },
  {
    label: 'Money',
    items: [
      { label: 'Expenses', path: '/expenses', icon: Receipt, guard: needs('view_expense') },
      { label: 'Journals', path: '/journals', icon: BookOpenText, guard: needs('view_ledger') },
      { label: 'General Ledger', path: '/general-ledger', icon: BookOpenText, guard: needs('view_ledger') },
      { label: 'Accounts', path: '/accounts', icon: ListTree, guard: needs('view_ledger') },
      { label: 'Trial Balance', path: '/trial-balance', icon: Scale, guard: needs('view_ledger') },
      { label: 'Day Book', path: '/day-book', icon: BookOpenText, guard: needs('view_ledger') },
      { label: 'VAT Returns', path: '/reports/vat-return', icon: Scale, guard: needs('view_ledger') },
      {
        label: 'VAT Adjustments',
        path: '/vat-adjustments',
        icon: SlidersHorizontal,
        guard: needs('view_ledger'),
      },
      { label: 'Aged Debtors', path: '/aged-debtors', icon: Coins, guard: needs('view_ledger') },
      { label: 'Aged Creditors', path: '/aged-creditors', icon: Coins, guard: needs('view_ledger') },
      {
        label: 'Opening Balances',
        path: '/opening-balances',
        icon: BookOpenText,
        guard: needs('view_ledger'),
      },
      { label: 'Books', path: '/books', icon: BookCheck, guard: needs('view_ledger') },
    ],
  },
  {
    label: 'Reports',
    items: [
      {
        label: 'Product Margins',
        path: '/reports/product-margins',
        icon: Tag,
        guard: needs('view_dashboard'),
      },
      {
        label: 'Sales Summary',
        path: '/reports/sales-summary',
        icon: Receipt,
        guard: needs('view_dashboard'),
        also: '/reports/documents',
      },
      { label: 'Profit & Loss', path: '/reports/profit-loss', icon: Scale, guard: needs('view_dashboard') },
      { label: 'Balance Sheet', path: '/reports/balance-sheet', icon: Scale, guard: needs('view_ledger') },
      {
        label: 'Business Dashboard',
        path: '/reports/business-dashboard',
        icon: LayoutDashboard,
        guard: needs('view_dashboard'),
      },
      {
        label: 'Payment Transactions',
        path: '/reports/payment-transactions',
        icon: SlidersHorizontal,
        guard: needs('view_dashboard'),
      },
      {
        label: 'Saved Reports',
        path: '/reports/saved',
        icon: Tag,
        guard: needs('view_dashboard', 'view_ledger', 'view_stock'),
      },
    ],
  },
  {
    label: 'Administration',
    items: [
      { label: 'Users', path: '/users', icon: Users, guard: needs('view_user') },
      { label: 'Roles', path: '/users/roles', icon: ShieldCheck, guard: needs('view_user') },
      { label: 'Check Access', path: '/users/access', icon: ShieldCheck, guard: needs('view_user') },
      { label: 'Permissions', path: '/permission-example', icon: ShieldCheck, guard: needs('view_user') },
      { label: 'Settings', path: '/settings', icon: SlidersHorizontal, guard: needs('view_setting') },
      { label: 'Audit log', path: '/audit', icon: ScrollText, guard: needs('view_audit') },
      { label: 'API', path: '/api/docs', icon: BookOpenText, guard: { role: 'admin' } },
    ],
  },
];
