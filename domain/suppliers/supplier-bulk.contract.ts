import * as z from 'zod';
import { bulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { recordStatus } from '../kernel/fields';
import { suppliers } from './supplier.contract';

export const supplierBulk = bulkCalls(suppliers.list, {
  many: 'suppliers',
  access: can('view_supplier', 'edit_supplier'),
  change: z.strictObject({ status: recordStatus }),
});
