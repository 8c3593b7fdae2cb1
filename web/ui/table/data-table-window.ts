import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows are drawn in groups of this many. */
export const groupSize = 3;
/** Tables of more rows draw only those near the screen. */
export const maxDrawn = 100;
/** How far beyond the screen rows are drawn, in pixels: each row costs in every frame that scrolls. */
const overscan = 360;
/** Until rows have been measured. */
const typicalRow = 40;

export type RowWindow = {
  readonly from: number;
  readonly to: number;
  /** The heights of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
};

/** The first and last group of a part of the table. */
type Groups = { readonly first: number; readonly last: number };

type Place = {
  /** Where the rows begin, in pixels below the top of the screen. */
  readonly top: number;
  readonly screen: number;
  readonly groups: number;
  readonly heightOf: (group: number) => number;
};

/** The groups on the screen, and as far beyond it as the margin. */
export function groupsWithin(margin: number, { top, screen, groups, heightOf }: Place): Groups {
  let [first, start] = [0, top];
  while (first < groups - 1 && start + heightOf(first) < -margin) start += heightOf(first++);
  let [last, end] = [first, start];
  while (last < groups - 1 && end + heightOf(last) < screen + margin) end += heightOf(last++);
  return { first, last };
}

/**
 * What to draw next: one group more at each end, because what is drawn in one frame makes it late. Only a screen that
 * would show a gap is filled at once.
 */
export function nextGroups(drawn: Groups, place: Place): Groups {
  const seen = groupsWithin(0, place);
  const near = groupsWithin(overscan, place);
  if (seen.first < drawn.first || seen.last > drawn.last) return near;
  return { first: Math.max(near.first, drawn.first - 1), last: Math.min(near.last, drawn.last + 1) };
}

/** The height of a group: measured, or that of the measured ones on average. */
function heightsOf(measured: readonly (number | undefined)[]): Place['heightOf'] {
  const known = measured.filter(height => height !== undefined && height > 0) as number[];
  const typical =
    known.length > 0 ? known.reduce((sum, height) => sum + height, 0) / known.length : typicalRow * groupSize;
  const inLayoutUnits = Math.round(typical * 64) / 64;
  return group => measured[group] ?? inLayoutUnits;
}

function heightBetween(from: number, to: number, heightOf: Place['heightOf']): number {
  let sum = 0;
  for (let group = from; group < to; group += 1) sum += heightOf(group);
  return sum;
}

/**
 * With fractions of a pixel. A gap of rounded heights would move the rows below it by as much, and the browser would paint
 * every row again in each frame that scrolls.
 */
function exactHeight(row: HTMLElement): number {
  const { height } = row.getBoundingClientRect();
  // The rows of a dialog that is just opening look smaller than they are.
  return Math.abs(height - row.offsetHeight) <= 0.5 ? height : row.offsetHeight;
}

/** Notes the heights of the drawn groups. The last group may be shorter than the others. */
function measureGroups(body: HTMLElement, heights: number[]): void {
  const sums = new Map<number, number>();
  for (const row of body.querySelectorAll<HTMLElement>('tr[data-index]')) {
    const group = Math.floor(Number(row.dataset.index) / groupSize);
    sums.set(group, (sums.get(group) ?? 0) + exactHeight(row));
  }
  for (const [group, height] of sums) heights[group] = height;
}

type Drawn = Groups & Pick<RowWindow, 'above' | 'below'>;

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
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, last: 11, above: 0, below: 0 });

  useEffect(() => {
    if (!isLong) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!body.current) return;
      measureGroups(body.current, heights.current);
      const { top } = body.current.getBoundingClientRect();
      const heightOf = heightsOf(heights.current);
      const place = { top, screen: innerHeight, groups, heightOf };
      // In slices between which the page can scroll on. What is drawn then asks for the next group by itself.
      startTransition(() =>
        setDrawn(before => {
          const { first, last } = nextGroups(before, place);
          const above = heightBetween(0, first, heightOf);
          const below = heightBetween(last + 1, groups, heightOf);
          const next = { first, last, above, below };
          return isSame(before, next) ? before : next;
        }),
      );
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
