import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { maxFilterIds, valuesIn } from '#domain/kernel/list-query';
import type { ListState } from '../../platform/list-state';
import type { Reading } from '../../platform/queries';
import { orWords } from './choice-words';
import { ChipPerValue } from './filter-chips';
import type { PickerField } from '../form/record-picker';
import './records-filter.css';

type Named = { readonly id: number; readonly name: string };

type Props<Name extends string, Choice extends Named> = {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  label: string;
  /** The words for no filter. */
  all: string;
  Picker: ComponentType<PickerField<Choice, Named> & { offers?: (choice: Choice) => boolean }>;
  /** The records with the ids in an address. */
  byIds: (ids: string) => Reading<{ data: Choice[] }>;
};

/** A filter that holds several records. Each is found by typing, and becomes a chip of its own. */
export function RecordsFilter<Name extends string, Choice extends Named>(props: Props<Name, Choice>) {
  const { list, name, label, all, Picker, byIds } = props;
  const value = list.filters[name] ?? '';
  const ids = valuesIn(value || undefined);
  const nameOf = useNames(ids, byIds);
  // What was set last, for a second choice made before the page shows the first.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (by: (ids: readonly string[]) => readonly string[]) => {
    latest.current = by(valuesIn(latest.current || undefined)).join(',');
    list.setFilter(name, latest.current);
  };
  return (
    <>
      <Picker
        aria-label={label}
        className={ids.length > 0 ? 'records-filter names-chosen' : 'records-filter'}
        placeholder={orWords(ids.map(nameOf.find)) || all}
        disabled={ids.length >= maxFilterIds}
        chosen={null}
        offers={({ id }) => !ids.includes(String(id))}
        onChange={choice => {
          if (!choice) return;
          nameOf.keep(choice);
          change(before => [...new Set([...before, String(choice.id)])]);
        }}
      />
      <ChipPerValue
        label={label}
        values={ids.map(id => ({ key: id, name: nameOf.find(id) }))}
        onRemove={removed => change(before => before.filter(id => id !== removed))}
      />
    </>
  );
}

/** The names of records: those picked here, and those for which the address has only the ids. */
function useNames<Choice extends Named>(
  ids: readonly string[],
  byIds: (ids: string) => Reading<{ data: Choice[] }>,
): { find: (id: string) => string; keep: (choice: Choice) => void } {
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  const wanted = ids.filter(id => !picked.some(one => String(one.id) === id));
  const found = useQuery({
    ...byIds(wanted.join(',')),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  const known = [...picked, ...(found.data?.data ?? [])];
  const isLoaded = found.isSuccess && !found.isPlaceholderData;
  return {
    find: (id: string) =>
      known.find(one => String(one.id) === id)?.name ?? (isLoaded || found.isError ? 'Unknown' : '…'),
    keep: choice => setPicked(before => [...before, choice]),
  };
}
