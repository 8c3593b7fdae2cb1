import type { TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SupplierChoice, suppliers } from '#domain/suppliers/supplier.contract';
import { request } from '../../platform/api';
import type { ListState } from '../../platform/list-state';
import { useLookUp } from '../../platform/look-up';
import { LookUp } from '../../ui/look-up';

type Chosen = { readonly id: number; readonly name: string };

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  chosen: Chosen | null;
  onChange: (supplier: SupplierChoice | null) => void;
};

/** Finds a supplier by name, e-mail or phone. Inactive ones are shown as such. */
export function SupplierPicker({ chosen, onChange, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const found = useLookUp([suppliers.search.path], typed ?? '', isOpen, async (text, signal) => {
    const query = { text: text.slice(0, 200) };
    return (await request(suppliers.search, { query, ...(signal ? { signal } : {}), shownInPlace: true }))
      .data;
  });
  const choose = (supplier: SupplierChoice | undefined) => {
    if (!supplier) return;
    setTyped(null);
    setOpen(false);
    onChange(supplier);
  };
  return (
    <LookUp
      field={{
        ...field,
        onBlur: () => {
          if (typed === '' && chosen) onChange(null);
          setTyped(null);
        },
      }}
      text={typed ?? chosen?.name ?? ''}
      onText={setTyped}
      isOpen={isOpen}
      onOpen={setOpen}
      opensUnasked
      choices={found.items?.map(({ id, name, status }) => ({
        key: id,
        label: name,
        detail: status === 'inactive' ? 'Inactive' : undefined,
      }))}
      isCurrent={found.isCurrent}
      onChoose={index => choose(found.items?.[index])}
      onEnter={() => void found.best().then(choose)}
      nothing="No supplier found"
      onClear={() => {
        setTyped(null);
        onChange(null);
      }}
    />
  );
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
