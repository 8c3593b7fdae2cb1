import { capitalise } from './capitalise';

/**
 * The permission catalogue of the whole product: the one source of the permissions of roles, the matrix on the roles
 * page, `permissionsByModule` of the session and the permission example page.
 *
 * A permission is `{action}_{subject}`. A module is a row of the matrix; its four everyday actions are the columns, and
 * its other permissions are listed beside them.
 */
type Module = {
  readonly module: string;
  readonly label: string;
  readonly area: Area;
  readonly everyday: Readonly<Partial<Record<EverydayAction, string>>>;
  readonly finer: Readonly<Record<string, string>>;
};

export type EverydayAction = (typeof everydayActions)[number];
export type Area = (typeof areas)[number];

export const everydayActions = ['view', 'create', 'edit', 'delete'] as const;
export const areas = [
  'Overview',
  'Selling',
  'Purchasing',
  'Stock',
  'People',
  'Money',
  'Administration',
] as const;

export const permissionModules = [
  {
    module: 'dashboard',
    label: 'Dashboard and reports',
    area: 'Overview',
    everyday: { view: 'view_dashboard' },
    finer: {},
  },
  {
    module: 'pos',
    label: 'Point of sale',
    area: 'Selling',
    everyday: { view: 'view_pos' },
    finer: {
      override_price: 'Override a price',
      override_discount: 'Exceed the discount limit',
      sell_on_account: 'Sell on account',
      take_payment: 'Take customer payments and top-ups at a till',
      open_till: 'Open a till',
      close_till: 'Count and close a till',
      approve_variance: 'Approve a till variance',
      pay_out_cash: 'Pay out cash above the limit',
    },
  },
  {
    module: 'sale',
    label: 'Sales and invoices',
    area: 'Selling',
    everyday: { view: 'view_sale', create: 'create_sale', edit: 'edit_sale' },
    finer: { refund_sale: 'Refund a sale', void_sale: 'Cancel a completed sale or approve a void' },
  },
  {
    module: 'customer',
    label: 'Customers',
    area: 'Selling',
    everyday: {
      view: 'view_customer',
      create: 'create_customer',
      edit: 'edit_customer',
      delete: 'delete_customer',
    },
    finer: {},
  },
  {
    module: 'supplier',
    label: 'Suppliers',
    area: 'Purchasing',
    everyday: {
      view: 'view_supplier',
      create: 'create_supplier',
      edit: 'edit_supplier',
      delete: 'delete_supplier',
    },
    finer: {},
  },
  {
    module: 'purchaseorder',
    label: 'Purchase orders',
    area: 'Purchasing',
    everyday: {
      view: 'view_purchaseorder',
      create: 'create_purchaseorder',
      edit: 'edit_purchaseorder',
      delete: 'delete_purchaseorder',
    },
    finer: {
      send_purchaseorder: 'Send an order',
      approve_purchaseorder: 'Approve an order above the limit',
      receive_purchaseorder: 'Receive and return goods',
      cancel_purchaseorder: 'Cancel an order',
    },
  },
  {
    module: 'purchasedorder',
    label: 'Purchased items',
    area: 'Purchasing',
    everyday: { view: 'view_purchasedorder' },
    finer: {},
  },
  {
    module: 'master',
    label: 'Master data',
    area: 'Stock',
    everyday: { view: 'view_master', create: 'create_master', edit: 'edit_master', delete: 'delete_master' },
    finer: {},
  },
  {
    module: 'product',
    label: 'Products',
    area: 'Stock',
    everyday: {
      view: 'view_product',
      create: 'create_product',
      edit: 'edit_product',
      delete: 'delete_product',
    },
    finer: { view_cost: 'See cost and margin' },
  },
  {
    module: 'stock',
    label: 'Stock',
    area: 'Stock',
    everyday: { view: 'view_stock' },
    finer: { adjust_stock: 'Adjust and count stock', review_stock_count: 'Review and post stocktakes' },
  },
  {
    module: 'employee',
    label: 'Employees',
    area: 'People',
    everyday: {
      view: 'view_employee',
      create: 'create_employee',
      edit: 'edit_employee',
      delete: 'delete_employee',
    },
    finer: { view_pay: 'See pay, bank and National Insurance details' },
  },
  {
    module: 'expense',
    label: 'Expenses',
    area: 'Money',
    everyday: {
      view: 'view_expense',
      create: 'create_expense',
      edit: 'edit_expense',
      delete: 'delete_expense',
    },
    finer: { approve_expense: 'Approve an expense', pay_expense: 'Pay an expense' },
  },
  {
    module: 'payment',
    label: 'Payments',
    area: 'Money',
    everyday: { create: 'create_payment' },
    finer: { approve_payment: 'Confirm a pending payment', reverse_payment: 'Reverse a payment' },
  },
  {
    module: 'ledger',
    label: 'Ledger and wallets',
    area: 'Money',
    everyday: { view: 'view_ledger' },
    finer: {
      adjust_ledger: 'Adjust a wallet or post a manual journal',
      backdate: 'Backdate to an open period',
      lock_period: 'Lock a period',
    },
  },
  {
    module: 'email',
    label: 'Email',
    area: 'Administration',
    everyday: { view: 'view_email', create: 'create_email' },
    finer: {},
  },
  {
    module: 'user',
    label: 'Users and roles',
    area: 'Administration',
    everyday: { view: 'view_user', create: 'create_user', edit: 'edit_user', delete: 'delete_user' },
    finer: {},
  },
  {
    module: 'setting',
    label: 'Settings',
    area: 'Administration',
    everyday: { view: 'view_setting', edit: 'edit_setting' },
    finer: {},
  },
  {
    module: 'records',
    label: 'Records',
    area: 'Administration',
    everyday: {},
    finer: {
      view_audit: 'Read the audit log',
      export_data: 'Export lists as CSV and XLSX',
      create_note: 'Write notes and share saved reports',
    },
  },
] as const satisfies readonly Module[];

type ModuleEntry = (typeof permissionModules)[number];
type ValuesOf<T> = T extends T ? T[keyof T] : never;
type KeysOf<T> = T extends T ? keyof T : never;

/** Every permission of the product, e.g. `'view_supplier'`. */
export type Permission = ValuesOf<ModuleEntry['everyday']> | KeysOf<ModuleEntry['finer']>;
export type PermissionsByModule = Record<string, Record<string, string[]>>;

/** The permissions of one row of the catalogue, everyday actions first. */
export function permissionsOf(
  entry: ModuleEntry,
): { permission: Permission; action: string; label: string }[] {
  const everyday = everydayActions.flatMap(action => {
    const permission = (entry.everyday as Partial<Record<EverydayAction, Permission>>)[action];
    return permission
      ? [
          {
            permission,
            action: action,
            label: `${capitalise(action)} ${entry.label.toLowerCase()}`,
          },
        ]
      : [];
  });
  const finer = Object.entries(entry.finer).map(([permission, label]) => ({
    permission: permission as Permission,
    action: permission.split('_')[0] ?? permission,
    label,
  }));
  return [...everyday, ...finer];
}

export const allPermissions: readonly Permission[] = permissionModules.flatMap(entry =>
  permissionsOf(entry).map(({ permission }) => permission),
);

/** Groups permissions as the session returns them: module → action → permission strings (D-01). */
export function groupByModule(held: Iterable<string>): PermissionsByModule {
  const holds = new Set(held);
  const grouped: PermissionsByModule = {};
  for (const entry of permissionModules) {
    for (const { permission, action } of permissionsOf(entry)) {
      if (!holds.has(permission)) continue;
      const actions = (grouped[entry.module] ??= {});
      (actions[action] ??= []).push(permission);
    }
  }
  return grouped;
}

const labels = new Map(
  permissionModules.flatMap(entry =>
    permissionsOf(entry).map(({ permission, label }) => [permission, label] as const),
  ),
);

/** A permission as screens and messages name it: “Refund a sale”. */
export const permissionLabel = (permission: Permission): string => labels.get(permission) ?? permission;
