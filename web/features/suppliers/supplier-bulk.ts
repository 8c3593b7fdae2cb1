import { supplierBulk } from '#domain/suppliers/supplier-bulk.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { type BulkTerms, statusField } from '../bulk-changes';

/** What can be changed on many suppliers at once. */
export const supplierBulkTerms: BulkTerms = {
  calls: supplierBulk,
  list: suppliers.list,
  exported: { call: suppliers.export, fileName: 'suppliers' },
  one: 'supplier',
  many: 'suppliers',
  fields: [statusField],
};
