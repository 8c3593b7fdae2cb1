import { NativeSelect } from '@mantine/core';
import { formatDate } from '#domain/kernel/dates';
import { daysInWords, type PeriodName, periodNames } from '#domain/kernel/period';
import type { ListState } from '../platform/list-state';
import { DateInput } from './date-input';
import { FilterChip } from './filter-chips';
import { optionsFrom } from './options-from';
import './date-range.css';

/** The days of a list: relative dates, or the first and last day, both inclusive; either can be blank. */
export function DateRangeFilter({ list }: { list: ListState<never, 'from' | 'to'> }) {
  const { from = '', to = '' } = list.filters;
  const words = list.period ? periodNames[list.period] : rangeInWords(from, to);
  return (
    <>
      {list.period !== null && (
        <NativeSelect
          aria-label="Dates"
          value={list.period ?? (words ? 'own' : '')}
          onChange={event => list.setPeriod(event.currentTarget.value as PeriodName | '')}
          data={[
            { value: '', label: 'Any date' },
            ...(words && !list.period ? [{ value: 'own', label: 'Custom dates' }] : []),
            ...optionsFrom(periodNames),
          ]}
        />
      )}
      <div className="date-range">
        <DateInput
          isFilter
          aria-label="From"
          value={from}
          max={to || undefined}
          onChange={date => list.setFilter('from', date)}
        />
        <span aria-hidden="true">to</span>
        <DateInput
          isFilter
          aria-label="To"
          value={to}
          min={from || undefined}
          onChange={date => list.setFilter('to', date)}
        />
      </div>
      {words && (
        <FilterChip label="Date" value={words} onRemove={() => list.setFilters({ from: '', to: '' })} />
      )}
    </>
  );
}

/** Either end may be open. */
function rangeInWords(from: string, to: string): string | undefined {
  if (from && to) return daysInWords({ from, to });
  if (from) return `from ${formatDate(from)}`;
  return to ? `until ${formatDate(to)}` : undefined;
}
