import { type SupplierRow, suppliers } from '#domain/suppliers/supplier.contract';
import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf } from './supplier-form-values';

/** Edits a supplier in its row. */
export const SupplierCellEditor = cellEditor({
  call: suppliers.update,
  list: suppliers.list,
  fields: {
    name: { label: 'Name', maxLength: 200 },
    email: { label: 'Email', kind: 'email', maxLength: 254 },
    phone: { label: 'Phone', kind: 'tel', maxLength: 40 },
    contact_person: { label: 'Contact Person', maxLength: 200 },
    status: { label: 'Status', options: statusOptions },
  },
  recordOf: (row: SupplierRow) => row,
  shown: formValuesOf,
  valuesOf: formValuesOf,
  bodyOf,
});
