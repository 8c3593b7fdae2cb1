import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows are drawn in groups of this many. */
export const groupSize = 5;
/** Tables of more rows draw only those near the screen. */
export const maxDrawn = 100;
/** How far beyond the screen rows are drawn, in pixels: each row costs in every frame that scrolls. */
const overscan = 500;
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

/** Notes the heights of the drawn groups. The last group may be shorter than the others. */
function measureGroups(body: HTMLElement, heights: number[]): void {
  const sums = new Map<number, number>();
  for (const row of body.querySelectorAll<HTMLElement>('tr[data-index]')) {
    const group = Math.floor(Number(row.dataset.index) / groupSize);
    sums.set(group, (sums.get(group) ?? 0) + row.offsetHeight);
  }
  for (const [group, height] of sums) heights[group] = height;
}

/** The part of a long table to draw. */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: number,
): RowWindow | null {
  const isLong = rows > maxDrawn;
  const groups = Math.ceil(rows / groupSize);
  const heights = useRef<number[]>([]);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, last: 7, above: 0, below: 0 });

  useEffect(() => {
    if (!isLong) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!body.current) return;
      measureGroups(body.current, heights.current);
      const { top } = body.current.getBoundingClientRect();
      const next = groupsNear({ top, screen: innerHeight, groups, heights: heights.current });
      // In slices between which the page can scroll on.
      startTransition(() => setDrawn(before => (isSame(before, next) ? before : next)));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    // Paper has no screen to be near to.
    const drawAll = () => flushSync(() => setDrawn({ first: 0, last: groups, above: 0, below: 0 }));
    // In the next frame, which lays the rows out anyway: measured at once, they would be laid out twice.
    soon();
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
