import { type BulkListName, bulkListNames } from '#domain/bulk-changes/bulk-change.contract';
import { hasPermission } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import type { AnyBulkList } from '../../kernel/bulk-changes';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';
import { customerBulkList } from '../customers';
import { expenseBulkList } from '../expenses';
import { masterBulkLists } from '../masters';
import { priceGroupBulkList, promotionBulkList } from '../prices';
import { productBulkList } from '../products';
import { exceptionBulkList } from '../sales';
import { supplierBulkList } from '../suppliers';

/** Every list with bulk changes. */
export const bulkLists: Readonly<Record<BulkListName, AnyBulkList>> = {
  products: productBulkList,
  customers: customerBulkList,
  suppliers: supplierBulkList,
  price_groups: priceGroupBulkList,
  promotions: promotionBulkList,
  ...masterBulkLists,
  expenses: expenseBulkList,
  sale_exceptions: exceptionBulkList,
};

const toEdit: Readonly<Record<BulkListName, Permission>> = {
  products: 'edit_product',
  customers: 'edit_customer',
  suppliers: 'edit_supplier',
  price_groups: 'edit_product',
  promotions: 'edit_product',
  categories: 'edit_master',
  sub_categories: 'edit_master',
  brands: 'edit_master',
  units: 'edit_master',
  expense_categories: 'edit_master',
  expenses: 'approve_expense',
  sale_exceptions: 'approve_variance',
};

/** Whether a user may change the records of this list. Selecting them takes the permission to see the list as well. */
export const canChangeMany = (actor: Actor, name: BulkListName): boolean =>
  hasPermission(actor, toEdit[name]);

/** The lists whose changes a user may see and undo. */
export const listsFor = (actor: Actor): BulkListName[] =>
  Object.values(bulkLists).flatMap(({ name }) => (canChangeMany(actor, name) ? [name] : []));

export function ensureCanChangeMany(actor: Actor, name: BulkListName): void {
  if (!canChangeMany(actor, name))
    throw forbidden(`You do not have permission to change ${bulkListNames[name].toLowerCase()}.`);
}

/** 403 for a change of what needs another permission than the list; also when such a change is undone. */
export function ensureMayChange(actor: Actor, list: AnyBulkList, change: unknown): void {
  const why = list.whyForbidden?.(actor, change) ?? null;
  if (why !== null) throw forbidden(why);
}
