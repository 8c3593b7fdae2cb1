import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { maxFilterIds, valuesIn } from '#domain/kernel/list-query';
import type { ListState } from '../platform/list-state';
import type { Reading } from '../platform/queries';
import { orWords } from './choice-words';
import { ChipPerValue } from './filter-chips';
import type { PickerField } from './record-picker';
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
  const ids = valuesIn(list.filters[name] || undefined);
  const nameOf = useNames(ids, byIds);
  const set = (next: readonly string[]) => list.setFilter(name, next.join(','));
  return (
    <>
      <Picker
        aria-label={label}
        className={ids.length > 0 ? 'records-filter' : undefined}
        placeholder={orWords(ids.map(nameOf.find)) || all}
        disabled={ids.length >= maxFilterIds}
        chosen={null}
        offers={({ id }) => !ids.includes(String(id))}
        onChange={choice => {
          if (!choice) return;
          nameOf.keep(choice);
          set([...ids, String(choice.id)]);
        }}
      />
      <ChipPerValue
        label={label}
        values={ids.map(id => ({ key: id, name: nameOf.find(id) }))}
        onRemove={removed => set(ids.filter(id => id !== removed))}
      />
    </>
  );
}

/** The names of records: those picked here, and those for which the address has only the ids. */
function useNames<Choice extends Named>(ids: readonly string[], byIds: Props<string, Choice>['byIds']) {
  const [picked, setPicked] = useState<readonly Named[]>([]);
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
    keep: (choice: Named) => setPicked(before => [...before, choice]),
  };
}
