import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { takesSeveral } from '#domain/kernel/list-query';
import type { ListState } from '../../platform/list-state';
import { ChoiceFilter } from './choice-filter';
import { choiceWords, type Option, printedWords } from './choice-words';
import { FilterChip } from './filter-chips';
import { statusOptions } from './status-options';
import './fits-options.css';

type Props<Name extends string> = {
  list: ListState<never, NoInfer<Name>>;
  name: Name;
  label: string;
  /** The words for no filter. */
  all: string;
  options: readonly Option[];
  /** Sets the filter, together with those that depend on it. */
  onSet?: (value: string) => void;
};

/** A filter of given choices, as a select; as a menu if the contract lets the filter hold several of them. */
export function SelectFilter<Name extends string>({
  list,
  name,
  label,
  all,
  options,
  onSet: set = next => list.setFilter(name, next),
}: Props<Name>) {
  const value = list.filters[name] ?? '';
  // Options that arrive later would widen it (F81).
  const [areKnown] = useState(options.length > 0);
  const isSeveral = takesSeveral(list.listing.filters[name]);
  const words = isSeveral
    ? choiceWords(options, value)
    : (options.find(option => option.value === value)?.label ?? value);
  return (
    <>
      {isSeveral ? (
        <ChoiceFilter label={label} all={all} options={options} value={value} onChange={set} />
      ) : (
        <NativeSelect
          className={areKnown ? 'fits-options' : ''}
          aria-label={label}
          value={value}
          onChange={event => set(event.currentTarget.value)}
          data={[{ value: '', label: all }, ...options]}
        />
      )}
      {words && (
        <FilterChip
          label={label}
          value={words}
          printed={isSeveral ? printedWords(options, value) : words}
          onRemove={() => set('')}
        />
      )}
    </>
  );
}

/** The status filter of master data and parties (M-03). */
export const StatusFilter = ({ list }: { list: ListState<never, 'status'> }) => (
  <SelectFilter list={list} name="status" label="Status" all="All Status" options={statusOptions} />
);
