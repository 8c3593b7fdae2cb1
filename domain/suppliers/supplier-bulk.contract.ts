import { statusBulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { suppliers } from './supplier.contract';

export const supplierBulk = statusBulkCalls(suppliers.list, {
  many: 'suppliers',
  access: can('view_supplier', 'edit_supplier'),
});
