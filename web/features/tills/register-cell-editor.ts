import { type RegisterRow, registers } from '#domain/tills/till.contract';
import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { papers, valuesOf } from './register-values';

/** Edits a register in its row; its code, which may be part of Z report numbers, only in the form. */
export const RegisterCellEditor = cellEditor({
  call: registers.update,
  list: registers.list,
  fields: {
    name: { label: 'Name', maxLength: 60 },
    paper: { label: 'Receipts', options: papers },
    status: { label: 'Status', options: statusOptions },
  },
  recordOf: (row: RegisterRow) => row,
  shown: valuesOf,
  valuesOf,
  bodyOf: values => values,
});
