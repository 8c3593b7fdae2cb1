import { startTransition, useCallback, useState } from 'react';

/** Rows with input fields from the start; a screen shows about as many. */
const rowsFromStart = 12;
/** The last rows, where lines are added and where Shift+Tab leads from the buttons below. */
const rowsAtEnd = 2;
/** Around the row with the focus, so that Tab and the arrow keys always find the next fields. */
const rowsAroundFocus = 3;
/** How far outside the screen a row gets its input fields. */
const margin = '800px 0px';

/**
 * Which lines of a document have been on the screen or near it. Only they have input fields, and keep them: five
 * hundred lines of fields take seconds to open (finding F11). The others show the same text without fields. Each row
 * knows for itself whether it has them, so a row that comes near renders alone.
 */
export type RowsInView = {
  /** Watches a row without fields until it is unmounted; `see` gives it its fields. */
  readonly watch: (row: HTMLElement, key: string, see: () => void) => () => void;
  /** Gives a row its fields now, so that one of them can be focused. */
  readonly show: (key: string) => void;
};

export function createRowsInView(): RowsInView {
  const seers = new Map<string, () => void>();
  const keys = new WeakMap<Element, string>();
  const see = (key: string | undefined) => key !== undefined && seers.get(key)?.();
  const observer = new IntersectionObserver(
    entries => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting);
      // Typing goes first: it interrupts the rendering of rows that come near.
      if (near.length > 0)
        startTransition(() => {
          for (const { target } of near) see(keys.get(target));
        });
    },
    { rootMargin: margin },
  );
  return {
    watch: (row, key, onSeen) => {
      seers.set(key, onSeen);
      keys.set(row, key);
      observer.observe(row);
      return () => {
        seers.delete(key);
        observer.unobserve(row);
      };
    },
    show: see,
  };
}

/** Whether a row has fields, and the ref that it watches itself by while it has none. */
export function useRowInView(
  { watch }: RowsInView,
  key: string,
  isNeeded: boolean,
): { hasFields: boolean; watched: (row: HTMLTableRowElement | null) => (() => void) | undefined } {
  const [hasFields, see] = useState(isNeeded);
  if (isNeeded && !hasFields) see(true);
  const watched = useCallback(
    (row: HTMLTableRowElement | null) => (row ? watch(row, key, () => see(true)) : undefined),
    [watch, key],
  );
  return { hasFields, watched };
}

/** Whether a row has fields wherever the page is scrolled to. */
export const isNeededAt = (index: number, count: number): boolean =>
  index < rowsFromStart || index >= count - rowsAtEnd;

/** Gives the rows around one their fields. */
export function showAround({ show }: RowsInView, keys: readonly string[], index: number): void {
  for (const key of keys.slice(Math.max(0, index - rowsAroundFocus), index + rowsAroundFocus + 1)) show(key);
}
