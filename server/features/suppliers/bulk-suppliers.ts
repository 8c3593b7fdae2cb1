import { supplierBulk } from '#domain/suppliers/supplier-bulk.contract';
import { statusBulkList } from '../../kernel/bulk-changes';
import { findSuppliersForChange } from './suppliers.queries';

/** How many suppliers are changed at once. */
export const supplierBulkList = statusBulkList({
  name: 'suppliers',
  calls: supplierBulk,
  table: 'suppliers',
  recordType: 'supplier',
  find: findSuppliersForChange,
});
