import type { Guard } from '#domain/kernel/access';

/** A page for users with any of these permissions. */
export const needs = (...permissions: NonNullable<Guard['permissions']>): Guard => ({ permissions });

export const importGuard = needs(
  'create_product',
  'create_supplier',
  'create_customer',
  'create_master',
  'create_expense',
  'adjust_ledger',
);
export const tillGuard = needs('view_pos', 'open_till', 'close_till', 'approve_variance');
export const reportGuard = needs('view_dashboard', 'view_ledger', 'view_stock');
export const deskGuard: Guard = { allOf: ['view_pos', 'edit_sale'] };
export const postGuard: Guard = { allOf: ['view_ledger', 'adjust_ledger'] };
export const guideGuard: Guard = { allOf: ['view_setting', 'edit_setting'] };
export const quoteGuard = needs('view_sale', 'edit_sale');
