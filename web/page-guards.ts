import type { Guard } from '#domain/kernel/access';

/** A page for users with any of these permissions. */
export const needs = (...permissions: NonNullable<Guard['permissions']>): Guard => ({ permissions });

export const mayImport = needs(
  'create_product',
  'create_supplier',
  'create_customer',
  'create_master',
  'create_expense',
);
export const mayLookAtTills = needs('view_pos', 'open_till', 'close_till', 'approve_variance');
export const mayReport = needs('view_dashboard', 'view_ledger', 'view_stock');
export const mayDesk: Guard = { allOf: ['view_pos', 'edit_sale'] };
export const mayPost: Guard = { allOf: ['view_ledger', 'adjust_ledger'] };
export const mayQuotes = needs('view_sale', 'edit_sale');
