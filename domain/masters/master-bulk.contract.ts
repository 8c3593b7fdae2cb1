import { statusBulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import {
  brands,
  categories,
  expenseCategories,
  type PlainMasterCalls,
  subCategories,
  units,
} from './master.contract';

const statusOf = (list: Pick<PlainMasterCalls['list'], 'path' | 'query'>, many: string) =>
  statusBulkCalls(list, { many, access: can('view_master', 'edit_master') });

/** Many master records are activated or deactivated, by the table that holds them. */
export const masterBulks = {
  categories: statusOf(categories.list, 'categories'),
  sub_categories: statusOf(subCategories.list, 'sub-categories'),
  brands: statusOf(brands.list, 'brands'),
  units: statusOf(units.list, 'units'),
  expense_categories: statusOf(expenseCategories.list, 'expense categories'),
};
