import { supplierBulk } from '#domain/suppliers/supplier-bulk.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { statusOptions } from '../../ui/status-options';
import type { BulkTerms } from '../bulk-changes';

/** What can be changed on many suppliers at once. */
export const supplierBulkTerms: BulkTerms = {
  calls: supplierBulk,
  list: suppliers.list,
  exported: { call: suppliers.export, fileName: 'suppliers' },
  one: 'supplier',
  many: 'suppliers',
  fields: [{ name: 'status', label: 'Status', options: statusOptions }],
};
