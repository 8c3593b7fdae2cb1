import type { ListState } from '../platform/list-state';
import { DateInput } from './date-input';
import './date-range.css';

/** The first and last day of a list, both inclusive; either can be blank. */
export const DateRangeFilter = ({ list }: { list: ListState<never, 'from' | 'to'> }) => (
  <div className="date-range">
    <DateInput
      isFilter
      aria-label="From"
      value={list.filters.from ?? ''}
      max={list.filters.to}
      onChange={date => list.setFilter('from', date)}
    />
    <span aria-hidden="true">to</span>
    <DateInput
      isFilter
      aria-label="To"
      value={list.filters.to ?? ''}
      min={list.filters.from}
      onChange={date => list.setFilter('to', date)}
    />
  </div>
);
