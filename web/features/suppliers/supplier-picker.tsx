import type { SupplierChoice } from '#domain/suppliers/supplier.contract';
import type { ListState } from '../../platform/list-state';
import { type PickerField, RecordPicker } from '../../ui/form/record-picker';
import { RecordsFilter } from '../../ui/filters/records-filter';
import { suppliersByIds, suppliersByText } from './suppliers.queries';

type Props = PickerField<SupplierChoice, { readonly id: number; readonly name: string }> & {
  /** Which of the results may be chosen. */
  offers?: (supplier: SupplierChoice) => boolean;
};

/** Finds a supplier by name, email or phone. Inactive ones are marked. */
export const SupplierPicker = ({ offers = () => true, ...field }: Props) => (
  <RecordPicker
    field={field}
    search={suppliersByText}
    offers={offers}
    detailOf={({ status }) => (status === 'inactive' ? 'Inactive' : undefined)}
    nothing="No supplier found"
  />
);

/** The supplier filter of a list. */
export const SupplierFilter = ({ list }: { list: ListState<never, 'supplier_id'> }) => (
  <RecordsFilter
    list={list}
    name="supplier_id"
    label="Supplier"
    all="All suppliers"
    Picker={SupplierPicker}
    byIds={suppliersByIds}
  />
);
