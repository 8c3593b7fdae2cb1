import { TextInput } from '@mantine/core';
import type { ListState } from '../platform/list-state';

/** The two days between which a list's rows lie, both included; either may be left open. */
export const DateRangeFilter = ({ list }: { list: ListState }) => (
  <div className="date-range">
    <TextInput
      type="date"
      aria-label="From"
      value={list.filters.from ?? ''}
      max={list.filters.to}
      onChange={event => list.setFilter('from', event.currentTarget.value)}
    />
    <span aria-hidden="true">to</span>
    <TextInput
      type="date"
      aria-label="To"
      value={list.filters.to ?? ''}
      min={list.filters.from}
      onChange={event => list.setFilter('to', event.currentTarget.value)}
    />
  </div>
);
