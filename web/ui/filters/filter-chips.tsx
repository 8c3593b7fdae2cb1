import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { createPortal } from 'react-dom';
import type { ListState } from '../../platform/list-state';
import { useListSlots } from '../list/list-slots';
import './filter-chips.css';

/**
 * The place of the chips, below the filters. Each filter puts its own there, by `FilterChip`. On paper they are words, so
 * that a print-out says by what it is filtered.
 */
export const FilterChips = ({ list, slot }: { list: ListState; slot: Ref<HTMLDivElement> }) => (
  <div className="filter-chips" role="group" aria-label="Active filters">
    <div ref={slot} />
    {list.search && <PrintedFilter label="Search" value={list.search} />}
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={({ currentTarget }) => {
        focusFilters(currentTarget);
        list.clearFilters();
      }}
    >
      Clear all
    </Button>
  </div>
);

type Props = {
  label: string;
  value: string;
  /** The value on paper, if there is more of it than fits in a chip. */
  printed?: string;
  onRemove: () => void;
};

/** A filter that is set, which a click or the Delete key removes. */
export const FilterChip = (props: Props) => (
  <InChips>
    <Chip {...props} />
  </InChips>
);

/** What is filtered by, on paper only: the controls that say so on a screen are not printed. */
export const PrintedFilter = ({ label, value }: { label: string; value: string }) => (
  <span className="print-only">{`${label}: ${value}`}</span>
);

/** The days of a list's report, which are among its filters: its period, or the day it is drawn up to. */
export const PrintedDays = ({ label = 'Period', days }: { label?: string; days: string }) => (
  <InChips>
    <PrintedFilter label={label} value={days} />
  </InChips>
);

type ChipsProps<Key> = {
  label: string;
  values: readonly { readonly key: Key; readonly name: string }[];
  onRemove: (key: Key) => void;
};

/** The chips of one filter, which are removed one by one: "Supplier: Acme", "or Brew". */
export const ChipPerValue = <Key extends string>({ label, values, onRemove }: ChipsProps<Key>) =>
  values.length > 0 && (
    <InChips>
      {/* One element, so that a later chip comes beside the others. */}
      <div className="filter-chip-group">
        {values.map(({ key, name }, index) => (
          <Chip key={key} label={label} value={name} isFurther={index > 0} onRemove={() => onRemove(key)} />
        ))}
      </div>
    </InChips>
  );

function InChips({ children }: { children: ReactNode }) {
  const slot = useListSlots()?.chips;
  return slot && createPortal(children, slot);
}

function Chip({ label, value, printed = value, isFurther, onRemove }: Props & { isFurther?: boolean }) {
  const remove = (chip: HTMLElement) => {
    const all = [...(chip.closest('.filter-chips')?.querySelectorAll<HTMLElement>('.filter-chip') ?? [])];
    const at = all.indexOf(chip);
    const next = all[at + 1] ?? all[at - 1];
    if (next) next.focus();
    else focusFilters(chip);
    onRemove();
  };
  const chip = (
    <UnstyledButton
      className="filter-chip no-print"
      onClick={event => remove(event.currentTarget)}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        if (event.key === 'Delete' || event.key === 'Backspace') remove(event.currentTarget);
      }}
    >
      <span>
        <VisuallyHidden>Remove filter </VisuallyHidden>
        {isFurther ? (
          <>
            <span aria-hidden>or </span>
            <VisuallyHidden>{label}: </VisuallyHidden>
          </>
        ) : (
          `${label}: `
        )}
        <strong>{value}</strong>
      </span>
      <X size={14} aria-hidden />
    </UnstyledButton>
  );
  return (
    <>
      {chip}
      <PrintedFilter label={label} value={printed} />
    </>
  );
}

/** The last chip is gone, so the focus goes to the filters above it. */
const focusFilters = (chip: HTMLElement) =>
  chip.closest('.list-page')?.querySelector<HTMLElement>('.list-filters :is(input, select, button)')?.focus();
