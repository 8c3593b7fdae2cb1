import { type CustomerRow, customers } from '#domain/customers/customer.contract';
import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf } from './customer-form-values';

/** Edits a customer in its row. */
export const CustomerCellEditor = cellEditor({
  call: customers.update,
  list: customers.list,
  fields: {
    name: { label: 'Name', maxLength: 200 },
    email: { label: 'Email', kind: 'email', maxLength: 254 },
    phone: { label: 'Phone', kind: 'tel', maxLength: 40 },
    billing_postcode: { label: 'Postcode', maxLength: 12 },
    credit_limit: { label: 'Credit limit', kind: 'figure' },
    status: { label: 'Status', options: statusOptions },
  },
  recordOf: (row: CustomerRow) => row,
  shown: formValuesOf,
  valuesOf: formValuesOf,
  bodyOf,
});
