import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows are drawn in groups of this many. */
export const groupSize = 20;
/** Tables of more rows draw only those near the screen. */
export const maxDrawn = 100;
/** How far beyond the screen rows are drawn, in pixels. */
const overscan = 1000;
/** Until rows have been measured. */
const typicalRow = 40;

export type RowWindow = {
  readonly from: number;
  readonly to: number;
  /** The heights of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
};

/** The groups to draw, and the heights of those before and after them. */
type Drawn = {
  readonly first: number;
  readonly last: number;
  readonly above: number;
  readonly below: number;
};

type Place = {
  /** Where the rows begin, in pixels below the top of the screen. */
  readonly top: number;
  readonly screen: number;
  readonly groups: number;
  /** The heights of the groups measured so far. */
  readonly heights: readonly (number | undefined)[];
};

/** The groups of rows on the screen and around it. */
export function groupsNear({ top, screen, groups, heights }: Place): Drawn {
  const known = heights.filter(height => height !== undefined && height > 0) as number[];
  const typical =
    known.length > 0 ? known.reduce((sum, height) => sum + height, 0) / known.length : typicalRow * groupSize;
  const heightOf = (group: number) => heights[group] ?? typical;
  let [first, above] = [0, 0];
  while (first < groups - 1 && top + above + heightOf(first) < -overscan) above += heightOf(first++);
  let [last, end] = [first, top + above];
  while (last < groups - 1 && end < screen + overscan) end += heightOf(last++);
  let below = 0;
  for (let group = last + 1; group < groups; group += 1) below += heightOf(group);
  return { first, last, above, below };
}

const isSame = (one: Drawn, other: Drawn): boolean =>
  one.first === other.first &&
  one.last === other.last &&
  one.above === other.above &&
  one.below === other.below;

/** The part of a long table to draw. */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: number,
): RowWindow | null {
  const isLong = rows > maxDrawn;
  const groups = Math.ceil(rows / groupSize);
  const heights = useRef<number[]>([]);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, last: 3, above: 0, below: 0 });

  useLayoutEffect(() => {
    if (!isLong || !body.current) return;
    const sums = new Map<number, number>();
    for (const row of body.current.querySelectorAll<HTMLElement>('tr[data-index]')) {
      const group = Math.floor(Number(row.dataset.index) / groupSize);
      sums.set(group, (sums.get(group) ?? 0) + row.offsetHeight);
    }
    // The last group may be shorter than the others.
    for (const [group, height] of sums) heights.current[group] = height;
  });

  useEffect(() => {
    if (!isLong) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const next = groupsNear({ top, screen: innerHeight, groups, heights: heights.current });
      setDrawn(before => (isSame(before, next) ? before : next));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    // Paper has no screen to be near to.
    const drawAll = () => flushSync(() => setDrawn({ first: 0, last: groups, above: 0, below: 0 }));
    look();
    // Also while a dialog around the table scrolls: that event is seen on its way down only.
    addEventListener('scroll', soon, { passive: true, capture: true });
    addEventListener('resize', soon);
    addEventListener('beforeprint', drawAll);
    addEventListener('afterprint', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon, { capture: true });
      removeEventListener('resize', soon);
      removeEventListener('beforeprint', drawAll);
      removeEventListener('afterprint', soon);
    };
  });

  if (!isLong) return null;
  const first = Math.min(drawn.first, Math.max(0, groups - 1));
  return {
    from: first * groupSize,
    to: Math.min(rows, (Math.max(first, drawn.last) + 1) * groupSize),
    above: drawn.above,
    below: drawn.below,
  };
}
