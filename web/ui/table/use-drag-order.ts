import { type PointerEvent, useState } from 'react';
import './drag-order.css';

export type DragOrder = {
  readonly itemProps: (index: number) => Readonly<Record<string, unknown>>;
  readonly gripProps: (index: number) => Readonly<Record<string, unknown>>;
};

/**
 * Rearranges the first `count` items of a list with a mouse, pen or finger. While an item is dragged, a line shows where
 * it will go; nothing moves before it is dropped, because moving the element would end the drag. The keyboard needs
 * buttons of its own.
 */
export function useDragOrder({
  count,
  onDrop,
}: {
  count: number;
  onDrop: (from: number, to: number) => void;
}): DragOrder {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);

  /** The place of the dragged item among the others, by the middle of each. */
  const placeAt = (from: number, { currentTarget, clientY }: PointerEvent<HTMLElement>): number =>
    [...(currentTarget.closest('ul')?.children ?? [])].slice(0, count).filter((item, index) => {
      const { top, height } = item.getBoundingClientRect();
      return index !== from && top + height / 2 < clientY;
    }).length;

  const gripProps = (index: number) => ({
    'data-grip': true,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag?.from === index) setDrag({ from: index, to: placeAt(index, event) });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (drag?.from !== index) return;
      setDrag(null);
      const to = placeAt(index, event);
      if (to !== index) onDrop(index, to);
    },
    onPointerCancel: () => setDrag(null),
  });

  const itemProps = (index: number) => ({
    'data-dragged': drag?.from === index || undefined,
    'data-drop': drag?.to === index ? sideOf(drag) : undefined,
  });

  return { itemProps, gripProps };
}

/** The side of the item in its place on which a dragged one will land; undefined where it came from. */
const sideOf = ({ from, to }: { readonly from: number; readonly to: number }) =>
  to === from ? undefined : to < from ? 'above' : 'below';
