import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { createPortal } from 'react-dom';
import type { ListState } from '../platform/list-state';
import { useListSlots } from './list-slots';
import './filter-chips.css';

/** The place of the chips, below the filters. Each filter puts its own there, by `FilterChip`. */
export const FilterChips = ({ list, slot }: { list: ListState; slot: Ref<HTMLDivElement> }) => (
  <div className="filter-chips no-print" role="group" aria-label="Active filters">
    <div ref={slot} />
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

type Props = { label: string; value: string; onRemove: () => void };

/** A filter that is set, which a click or the Delete key removes. */
export function FilterChip({ label, value, onRemove }: Props) {
  const slot = useListSlots()?.chips;
  if (!slot) return null;
  const remove = (chip: HTMLElement) => {
    const next = chip.nextElementSibling ?? chip.previousElementSibling;
    if (next instanceof HTMLElement) next.focus();
    else focusFilters(chip);
    onRemove();
  };
  return createPortal(
    <UnstyledButton
      className="filter-chip"
      onClick={event => remove(event.currentTarget)}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        if (event.key === 'Delete' || event.key === 'Backspace') remove(event.currentTarget);
      }}
    >
      <span>
        <VisuallyHidden>Remove filter </VisuallyHidden>
        {label}: <strong>{value}</strong>
      </span>
      <X size={14} aria-hidden />
    </UnstyledButton>,
    slot,
  );
}

/** The last chip is gone, so the focus goes to the filters above it. */
const focusFilters = (chip: HTMLElement) =>
  chip.closest('.list-page')?.querySelector<HTMLElement>('.list-filters :is(input, select, button)')?.focus();
