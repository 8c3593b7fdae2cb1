import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, formValuesOf } from './price-group-form-values';

/** Edits a price group in its row. */
export const PriceGroupCellEditor = cellEditor({
  call: priceGroups.update,
  list: priceGroups.list,
  fields: {
    name: { label: 'Name', maxLength: 100 },
    percent_off: { label: 'Percentage off the list price', kind: 'figure' },
    status: { label: 'Status', options: statusOptions },
  },
  recordOf: (row: PriceGroup) => row,
  shown: formValuesOf,
  valuesOf: formValuesOf,
  bodyOf,
});
