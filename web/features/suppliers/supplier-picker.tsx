import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupplierChoice } from '#domain/suppliers/supplier.contract';
import type { ListState } from '../../platform/list-state';
import { FilterChip } from '../../ui/filter-chips';
import { type PickerField, RecordPicker } from '../../ui/record-picker';
import { supplierChoice, suppliersByText } from './suppliers.queries';

type Chosen = { readonly id: number; readonly name: string };

/** Finds a supplier by name, email or phone. Inactive ones are marked. */
export const SupplierPicker = (field: PickerField<SupplierChoice, Chosen>) => (
  <RecordPicker
    field={field}
    search={suppliersByText}
    detailOf={({ status }) => (status === 'inactive' ? 'Inactive' : undefined)}
    nothing="No supplier found"
  />
);

/** The supplier filter of a list; the name is fetched when the address has only the id. */
export function SupplierFilter({ list }: { list: ListState<never, 'supplier_id'> }) {
  const id = list.filters.supplier_id;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const named = useQuery({
    ...supplierChoice(id),
    enabled: id !== undefined && String(chosen?.id) !== id,
  });
  const shown = id === undefined ? null : String(chosen?.id) === id ? chosen : (named.data?.data[0] ?? null);
  const set = (supplier: Chosen | null) => {
    setChosen(supplier);
    list.setFilter('supplier_id', supplier ? String(supplier.id) : '');
  };
  return (
    <>
      <SupplierPicker aria-label="Supplier" placeholder="All suppliers" chosen={shown} onChange={set} />
      {id !== undefined && (
        <FilterChip label="Supplier" value={shown?.name ?? '…'} onRemove={() => set(null)} />
      )}
    </>
  );
}
