import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SupplierChoice, suppliers } from '#domain/suppliers/supplier.contract';
import { request } from '../../platform/api';
import type { ListState } from '../../platform/list-state';
import { type PickerField, RecordPicker } from '../../ui/record-picker';

type Chosen = { readonly id: number; readonly name: string };

/** Finds a supplier by name, email or phone. Inactive ones are shown as such. */
export const SupplierPicker = (field: PickerField<SupplierChoice, Chosen>) => (
  <RecordPicker
    field={field}
    searchKey={suppliers.search.path}
    search={searchSuppliers}
    detailOf={({ status }) => (status === 'inactive' ? 'Inactive' : undefined)}
    nothing="No supplier found"
  />
);

async function searchSuppliers(text: string, signal?: AbortSignal): Promise<SupplierChoice[]> {
  const query = { text: text.slice(0, 200) };
  return (await request(suppliers.search, { query, ...(signal ? { signal } : {}), shownInPlace: true })).data;
}

/** The supplier filter of a list; its name is asked for when the address brought the id alone. */
export function SupplierFilter({ list }: { list: ListState }) {
  const id = list.filters.supplier_id;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const named = useQuery({
    queryKey: [suppliers.search.path, 'one', id],
    queryFn: ({ signal }) =>
      request(suppliers.search, { query: { id: id ?? '' }, signal, shownInPlace: true }),
    enabled: id !== undefined && String(chosen?.id) !== id,
  });
  const shown = id === undefined ? null : String(chosen?.id) === id ? chosen : (named.data?.data[0] ?? null);
  return (
    <SupplierPicker
      aria-label="Supplier"
      placeholder="All Suppliers"
      chosen={shown}
      onChange={supplier => {
        setChosen(supplier);
        list.setFilter('supplier_id', supplier ? String(supplier.id) : '');
      }}
    />
  );
}
