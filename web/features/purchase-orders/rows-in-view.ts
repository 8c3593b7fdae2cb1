import { startTransition, useCallback, useEffect, useState } from 'react';

/** Lines are drawn and laid out in groups of this many; a screen shows about as many. */
export const groupSize = 10;
/** The last rows, where lines are added and where Shift+Tab leads from the buttons below. */
const rowsAtEnd = 2;
/** Around the row with the focus, so that Tab and the arrow keys always find the next fields. */
const rowsAroundFocus = 3;
/** How far outside the screen a row gets its input fields. */
const margin = '800px 0px';

type See = () => void;

/**
 * Which lines of a document have been on the screen or near it. Only they have input fields, and keep them: five
 * hundred lines of fields take seconds to open (finding F11). The others show the same text without fields. Groups are
 * watched, because the browser looks at all that is watched in each frame; each row knows for itself whether it has
 * fields, so that the keyboard gives them to a few rows and not to a group.
 */
export type RowsInView = {
  /** Watches a group until it is unmounted. `see` is called once one of its rows has to be where it is laid out. */
  readonly watchGroup: (group: HTMLElement, keys: readonly string[], see: See) => () => void;
  readonly watchRow: (key: string, see: See) => () => void;
  /** Gives a row its fields now, so that one of them can be focused. */
  readonly show: (key: string) => void;
  readonly isSeen: (key: string) => boolean;
};

export function createRowsInView(): RowsInView {
  const seen = new Set<string>();
  const rows = new Map<string, See>();
  const groups = new Map<string, See>();
  const keysOf = new WeakMap<Element, readonly string[]>();
  const see = (key: string) => {
    seen.add(key);
    rows.get(key)?.();
  };
  const observer = new IntersectionObserver(
    entries => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting);
      // Typing goes first: it interrupts the rendering of rows that come near.
      startTransition(() => {
        for (const { target } of near) for (const key of keysOf.get(target) ?? []) see(key);
      });
    },
    { rootMargin: margin },
  );
  return {
    watchGroup: (group, keys, onSeen) => {
      keysOf.set(group, keys);
      for (const key of keys) groups.set(key, onSeen);
      observer.observe(group);
      return () => {
        for (const key of keys) if (groups.get(key) === onSeen) groups.delete(key);
        observer.unobserve(group);
      };
    },
    watchRow: (key, onSeen) => {
      rows.set(key, onSeen);
      return () => {
        if (rows.get(key) === onSeen) rows.delete(key);
      };
    },
    show: key => {
      see(key);
      groups.get(key)?.();
    },
    isSeen: key => seen.has(key),
  };
}

/**
 * How far a group of lines is: its rows are drawn (if not at first, then when the browser has time), and laid out even
 * far outside the screen, so that the focus finds its place there. `group` is the ref that it watches itself by.
 */
export function useGroupInView(
  { watchGroup }: RowsInView,
  keys: readonly string[],
  isNeeded: boolean,
): { isDrawn: boolean; isLaidOut: boolean; group: (element: HTMLElement | null) => See | undefined } {
  const [isDrawn, draw] = useState(isNeeded);
  const [isFocused, focus] = useState(false);
  const isLaidOut = isNeeded || isFocused;
  if (isLaidOut && !isDrawn) draw(true);
  useEffect(() => {
    if (!isDrawn) startTransition(() => draw(true));
  }, [isDrawn]);
  const group = useCallback(
    (element: HTMLElement | null) => (element ? watchGroup(element, keys, () => focus(true)) : undefined),
    [watchGroup, keys],
  );
  return { isDrawn, isLaidOut, group };
}

/** Whether a row has fields. */
export function useRowInView({ watchRow, isSeen }: RowsInView, key: string, isNeeded: boolean): boolean {
  const [hasFields, see] = useState(isNeeded || isSeen(key));
  if (isNeeded && !hasFields) see(true);
  useEffect(() => (hasFields ? undefined : watchRow(key, () => see(true))), [hasFields, watchRow, key]);
  return hasFields;
}

/** Whether a row has fields wherever the page is scrolled to. */
export const isNeededAt = (index: number, count: number): boolean =>
  index < groupSize || index >= count - rowsAtEnd;

/** Gives the rows around one their fields. */
export function showAround({ show }: RowsInView, keys: readonly string[], index: number): void {
  for (const key of keys.slice(Math.max(0, index - rowsAroundFocus), index + rowsAroundFocus + 1)) show(key);
}

/** The keys in groups. A group that is the same as before is the same array, so that it does not render. */
export function inGroups(
  keys: readonly string[],
  before: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(keys.length / groupSize) }, (_, at) => {
    const group = keys.slice(at * groupSize, (at + 1) * groupSize);
    const known = before[at];
    return known?.length === group.length && known.every((key, place) => key === group[place])
      ? known
      : group;
  });
}

/** The position of the line that an element is in; -1 outside of the lines. */
export const lineAt = (element: Element): number =>
  Number(element.closest('tr')?.getAttribute('aria-rowindex') ?? 1) - rowIndexOf(0);

/** The row of a line, once it is drawn. */
export const rowAt = (table: Element | null | undefined, index: number): Element | null =>
  table?.querySelector(`tr[aria-rowindex="${rowIndexOf(index)}"]`) ?? null;

/** Rows are counted from one, and the first one has the headers. */
export const rowIndexOf = (index: number): number => index + 2;
