import { NativeSelect } from '@mantine/core';
import type { ListState } from '../platform/list-state';
import { statusOptions } from './status-options';

type Option = { readonly value: string; readonly label: string };

/** A filter as a select. The first option removes the filter. */
export const SelectFilter = <Name extends string>({
  list,
  name,
  label,
  all,
  options,
}: {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  label: string;
  all: string;
  options: readonly Option[];
}) => (
  <NativeSelect
    aria-label={label}
    value={list.filters[name] ?? ''}
    onChange={event => list.setFilter(name, event.currentTarget.value)}
    data={[{ value: '', label: all }, ...options]}
  />
);

/** The status filter of master data and parties (M-03). */
export const StatusFilter = ({ list }: { list: ListState<never, 'status'> }) => (
  <SelectFilter list={list} name="status" label="Status" all="All Status" options={statusOptions} />
);
