import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '#domain/kernel/dates';
import { daysInWords, type PeriodName, periodNames } from '#domain/kernel/period';
import type { ListState } from '../../platform/list-state';
import { DateInput } from '../dates/date-input';
import { FilterChip } from './filter-chips';
import { optionsFrom } from '../form/options-from';
import './date-range.css';
import './fits-options.css';

/**
 * The days of a list: relative dates, or the first and last day, both inclusive; either can be blank. Where there are
 * relative dates, the two days are shown when they are asked for or set, so that the filters fit one line.
 */
export function DateRangeFilter({ list }: { list: ListState<never, 'from' | 'to'> }) {
  const { from = '', to = '' } = list.filters;
  const days = daysOf(from, to);
  /** The days at which the fields were asked for: other days that are set or cleared elsewhere end it. */
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const isAsked = askedAt === days;
  const words = list.period ? periodNames[list.period] : rangeInWords(from, to);
  const choose = (value: string) => {
    const isOwn = value === 'own';
    setAskedAt(isOwn ? days : null);
    if (!isOwn) list.setPeriod(value as PeriodName | '');
    // The days of the period that was chosen before, to be changed.
    else if (list.period) list.setFilters({ from, to });
  };
  const setDay = (name: 'from' | 'to') => (date: string) => {
    // They stay while one is cleared to be entered again.
    setAskedAt(name === 'from' ? daysOf(date, to) : daysOf(from, date));
    list.setFilter(name, date);
  };
  return (
    <>
      {list.period !== null && (
        <NativeSelect
          className="fits-options"
          aria-label="Dates"
          value={list.period ?? (words || isAsked ? 'own' : '')}
          onChange={event => choose(event.currentTarget.value)}
          data={[
            { value: '', label: 'Any date' },
            ...optionsFrom(periodNames),
            { value: 'own', label: 'Custom dates' },
          ]}
        />
      )}
      {(list.period === null || isAsked || words) && (
        <div className="date-range">
          <DateInput
            isFilter
            aria-label="From"
            value={from}
            max={to || undefined}
            onChange={setDay('from')}
          />
          <span aria-hidden="true">to</span>
          <DateInput isFilter aria-label="To" value={to} min={from || undefined} onChange={setDay('to')} />
        </div>
      )}
      {words && (
        <FilterChip
          label="Date"
          value={words}
          onRemove={() => {
            setAskedAt(null);
            list.setFilters({ from: '', to: '' });
          }}
        />
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

const daysOf = (from: string, to: string) => `${from} ${to}`;
