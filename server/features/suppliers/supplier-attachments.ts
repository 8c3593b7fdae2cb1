import { maxSupplierAttachments } from '#domain/suppliers/supplier-attachment.contract';
import { attachmentsOf } from '../../kernel/attachments';
import { ensureFound } from '../../platform/http/refusal';
import { lockSupplier } from './suppliers.queries';

export const documentsOfSuppliers = attachmentsOf({
  table: 'record_files',
  column: 'supplier_id',
  recordTable: 'suppliers',
  recordType: 'supplier',
  noun: 'Supplier',
  short: 'supplier',
  paper: 'attachment',
  maxCount: maxSupplierAttachments,
  lock: async ({ tx }, id) => ensureFound(await lockSupplier(tx, id), 'Supplier').name,
});
