import { NativeSelect } from '@mantine/core';
import { takesSeveral, valuesIn } from '#domain/kernel/list-query';
import type { ListState } from '../platform/list-state';
import { ChoiceFilter } from './choice-filter';
import { FilterChip } from './filter-chips';
import { statusOptions } from './status-options';

type Option = { readonly value: string; readonly label: string };
type Props<Name extends string> = {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  label: string;
  /** The words for no filter. */
  all: string;
  options: readonly Option[];
};

/** A filter of given choices, as a select; as a menu if the contract lets the filter hold several of them. */
export function SelectFilter<Name extends string>({ list, name, label, all, options }: Props<Name>) {
  const value = list.filters[name] ?? '';
  const set = (next: string) => list.setFilter(name, next);
  const isSeveral = takesSeveral(list.listing.filters[name]);
  const labelOf = (one: string) => options.find(option => option.value === one)?.label ?? one;
  const chosen = value === '' ? [] : isSeveral ? valuesIn(value) : [value];
  return (
    <>
      {isSeveral ? (
        <ChoiceFilter label={label} all={all} options={options} value={value} onChange={set} />
      ) : (
        <NativeSelect
          aria-label={label}
          value={value}
          onChange={event => set(event.currentTarget.value)}
          data={[{ value: '', label: all }, ...options]}
        />
      )}
      {chosen.length > 0 && (
        <FilterChip label={label} value={chosen.map(labelOf).join(' or ')} onRemove={() => set('')} />
      )}
    </>
  );
}

/** The status filter of master data and parties (M-03). */
export const StatusFilter = ({ list }: { list: ListState<never, 'status'> }) => (
  <SelectFilter list={list} name="status" label="Status" all="All Status" options={statusOptions} />
);
