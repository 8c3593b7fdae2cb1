import { describe, expect, test } from 'vitest';
import {
  can,
  canAny,
  hasAllPermissions,
  hasAnyPermission,
  hasPermission,
  hasRole,
  isAllowed,
  passesGuard,
} from './access';
import { hasModulePermission } from './module-permission';
import { allPermissions, groupByModule, permissionModules, permissionsOf } from './permissions';
import { looksLikeAdministrator } from './role-name';

const holder = (roles: string[], permissions: string[]) => ({
  roles: roles.map(name => ({ name })),
  permissions,
  permissionsByModule: groupByModule(permissions),
});
const buyer = holder(['Buyer'], ['view_supplier', 'edit_supplier', 'view_cost']);
const outsider = holder([], []);

test.each(['admin', 'Admin', 'ADMIN', 'aDmIn'])(
  'P-01 the role %s passes every role, permission and module check',
  name => {
    const admin = holder([name], []);
    expect(hasPermission(admin, 'view_supplier')).toBe(true);
    expect(hasAnyPermission(admin, ['no_such_right'])).toBe(true);
    expect(hasAllPermissions(admin, ['no_such_right', 'view_pay'])).toBe(true);
    expect(hasModulePermission(admin, 'supplier', 'Delete')).toBe(true);
    expect(hasRole(admin, 'Buyer')).toBe(true);
    expect(isAllowed('administrator', admin)).toBe(true);
  },
);

test.each(['administrator', 'admins', 'sub-admin', 'аdmin'])(
  'P-01 the role %s passes no check by its name',
  name => {
    expect(hasPermission(holder([name], []), 'view_supplier')).toBe(false);
  },
);

describe('P-02 the five checks', () => {
  test('one permission, any of a list, all of a list', () => {
    expect([hasPermission(buyer, 'view_supplier'), hasPermission(buyer, 'delete_supplier')]).toEqual([
      true,
      false,
    ]);
    expect([
      hasAnyPermission(buyer, ['delete_supplier', 'edit_supplier']),
      hasAnyPermission(buyer, ['delete_supplier']),
      hasAnyPermission(buyer, []),
    ]).toEqual([true, false, false]);
    expect([
      hasAllPermissions(buyer, ['view_supplier', 'edit_supplier']),
      hasAllPermissions(buyer, ['view_supplier', 'delete_supplier']),
    ]).toEqual([true, false]);
  });
  test("a module's action, in lower case, within the module's list", () => {
    expect(hasModulePermission(buyer, 'supplier', 'view')).toBe(true);
    expect(hasModulePermission(buyer, 'supplier', 'EDIT')).toBe(true);
    expect(hasModulePermission(buyer, 'supplier', 'delete')).toBe(false);
    expect(hasModulePermission(buyer, 'product', 'view'), 'seeing the cost is not seeing the product').toBe(
      false,
    );
    expect(hasModulePermission(buyer, 'constructor', 'view')).toBe(false);
  });
  test('F85 P-02 an action with permissions of its own is found in its module', () => {
    const cashier = holder(['Cashier'], ['view_pos', 'override_price', 'approve_expense']);
    expect(hasModulePermission(cashier, 'pos', 'Override')).toBe(true);
    expect(hasModulePermission(cashier, 'pos', 'close')).toBe(false);
    expect(hasModulePermission(cashier, 'pos', 'approve')).toBe(false);
    expect(hasModulePermission(cashier, 'expense', 'approve')).toBe(true);
    expect(hasModulePermission(cashier, 'pos', 'constructor')).toBe(false);
    expect(hasModulePermission(buyer, 'pos', 'override')).toBe(false);
  });
  test('F85 P-02 every permission of the catalogue is found by its module and action', () => {
    for (const entry of permissionModules)
      for (const { permission, action } of permissionsOf(entry)) {
        const found = hasModulePermission(holder([], [permission]), entry.module, action);
        // `view_cost` is not permission to see products: the everyday permission of the same action is needed.
        const everyday = `${action}_${entry.module}`;
        expect(found, permission).toBe(
          permission === everyday || !allPermissions.some(one => one === everyday),
        );
      }
  });
  test('a role by name, in any letter case', () => {
    expect([hasRole(buyer, 'buyer'), hasRole(buyer, 'Cashier'), hasRole(outsider, 'Buyer')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('P-03 a guard takes a role and/or a list of permissions, any one of which suffices', () => {
  expect(passesGuard(outsider, {})).toBe(true);
  expect(passesGuard(buyer, { role: 'Buyer' })).toBe(true);
  expect(passesGuard(outsider, { role: 'Buyer' })).toBe(false);
  expect(passesGuard(buyer, { permissions: ['delete_supplier', 'view_supplier'] })).toBe(true);
  expect(passesGuard(outsider, { permissions: ['view_supplier'] })).toBe(false);
  expect(passesGuard(buyer, { role: 'Cashier', permissions: ['view_supplier'] })).toBe(true);
  expect(passesGuard(buyer, { role: 'Buyer', permissions: ['delete_supplier'] })).toBe(true);
  expect(passesGuard(buyer, { role: 'Cashier', permissions: ['delete_supplier'] })).toBe(false);
  expect(passesGuard(buyer, { allOf: ['view_supplier', 'delete_supplier'] })).toBe(false);
});

test('a route requires all or any of its permissions', () => {
  expect(isAllowed(can('view_supplier', 'delete_supplier'), buyer)).toBe(false);
  expect(isAllowed(canAny('view_supplier', 'delete_supplier'), buyer)).toBe(true);
  expect([
    isAllowed('public', outsider),
    isAllowed('signed-in', outsider),
    isAllowed('administrator', buyer),
  ]).toEqual([true, true, false]);
});

test('the catalogue has every permission of the route table, and the others', () => {
  const routeTable = [
    'view_dashboard',
    'view_user',
    'create_user',
    'edit_user',
    'view_master',
    'view_supplier',
    'view_product',
    'create_product',
    'edit_product',
    'view_customer',
    'create_customer',
    'edit_customer',
    'view_ledger',
    'view_purchaseorder',
    'create_purchaseorder',
    'edit_purchaseorder',
    'view_purchasedorder',
    'view_pos',
    'edit_sale',
    'view_sale',
    'view_employee',
    'create_employee',
    'edit_employee',
    'view_expense',
    'create_expense',
    'edit_expense',
    'view_email',
    'view_setting',
  ];
  const sectionSix = [
    'create_master',
    'edit_master',
    'delete_master',
    'create_supplier',
    'edit_supplier',
    'delete_supplier',
    'create_email',
  ];
  const finer = [
    'approve_purchaseorder',
    'send_purchaseorder',
    'receive_purchaseorder',
    'cancel_purchaseorder',
    'create_payment',
    'approve_payment',
    'reverse_payment',
    'refund_sale',
    'void_sale',
    'override_price',
    'override_discount',
    'sell_on_account',
    'open_till',
    'close_till',
    'approve_variance',
    'view_cost',
    'adjust_stock',
    'approve_expense',
    'pay_expense',
    'lock_period',
    'view_audit',
    'export_data',
    'backdate',
  ];
  const known = new Set<string>(allPermissions);
  for (const permission of [...routeTable, ...sectionSix, ...finer])
    expect(known.has(permission), permission).toBe(true);
  expect(known.size).toBe(allPermissions.length);
});

test.each([
  ' admin ',
  'ADMIN',
  'ａｄｍｉｎ',
  'аdmin',
  'αdmin',
  'admın',
  'adm1n',
  'adrnin',
  'a-d-m-i-n',
  'ad min',
  '𝓪𝓭𝓶𝓲𝓷',
  'ad\u200bmin',
])('the role name %s looks like the administrator', name => {
  expect(looksLikeAdministrator(name)).toBe(true);
});
test.each(['Buyer', 'Administrator', 'Domain', 'Madin', 'Admission', 'Stock keeper', 'Ad'])(
  'the role name %s does not',
  name => {
    expect(looksLikeAdministrator(name)).toBe(false);
  },
);
