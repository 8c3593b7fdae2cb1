import { ActionIcon, Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { DragOrder } from '../../ui/table/use-drag-order';

type Props = {
  label: string;
  /** Null for a hidden card, which has no place. */
  place: { readonly at: number; readonly last: number } | null;
  drag: DragOrder;
  onShow: (isShown: boolean) => void;
  onMove: (by: -1 | 1) => void;
};

/** A card of the dashboard in the list that arranges them. */
export function LayoutCard({ label, place, drag, onShow, onMove }: Props) {
  const step = (by: -1 | 1, words: string, Icon: typeof ArrowUp) => {
    const isEnd = place === null || place.at === (by < 0 ? 0 : place.last);
    return (
      <ActionIcon
        variant="default"
        aria-label={`Move ${label} ${words}`}
        // Stays focusable at either end, so that the keyboard focus is not lost.
        data-disabled={isEnd || undefined}
        aria-disabled={isEnd}
        onClick={() => isEnd || onMove(by)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <li {...(place && drag.itemProps(place.at))}>
      <span className="dashboard-grip" data-idle={place === null} {...(place && drag.gripProps(place.at))}>
        <GripVertical size={16} aria-hidden />
      </span>
      <Checkbox
        label={label}
        checked={place !== null}
        onChange={event => onShow(event.currentTarget.checked)}
      />
      <span className="dashboard-steps">
        {step(-1, 'up', ArrowUp)}
        {step(1, 'down', ArrowDown)}
      </span>
    </li>
  );
}
