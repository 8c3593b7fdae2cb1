import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf } from './master-form-values';
import type { Master, MasterScreen } from './master-screen';

/** Edits a master record in its row. */
export const masterCellEditor = (screen: Omit<MasterScreen, 'CellEditor'>) => {
  const { calls } = screen;
  const valuesOf = (master: Master) => formValuesOf(master, screen);
  return cellEditor({
    call: calls.update,
    list: calls.list,
    fields: {
      name: { label: 'Name', maxLength: 100 },
      status: { label: 'Status', options: statusOptions },
    },
    recordOf: (row: Master) => row,
    shown: valuesOf,
    valuesOf,
    bodyOf,
  });
};
