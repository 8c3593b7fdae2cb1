import { masterBulks } from '#domain/masters/master-bulk.contract';
import { statusBulkList } from '../../kernel/bulk-changes';
import { type MasterKind, masterKinds } from './master-kinds';
import { findMastersForChange } from './masters.queries';

const bulkListOf = (kind: MasterKind) =>
  statusBulkList({
    name: kind.table,
    calls: masterBulks[kind.table],
    table: kind.table,
    recordType: kind.recordType,
    find: (db, filter) => findMastersForChange(db, kind, filter),
  });

/** How many master records are changed at once. */
export const masterBulkLists = {
  categories: bulkListOf(masterKinds.categories),
  sub_categories: bulkListOf(masterKinds.subCategories),
  brands: bulkListOf(masterKinds.brands),
  units: bulkListOf(masterKinds.units),
  expense_categories: bulkListOf(masterKinds.expenseCategories),
};
