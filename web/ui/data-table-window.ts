import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows are drawn in groups of this many. */
export const groupSize = 20;
/** Tables of more rows draw only those near the screen. */
export const mostDrawn = 100;
const overscan = 1000;
const usualRow = 40;

export type RowWindow = {
  readonly from: number;
  readonly to: number;
  /** The heights of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
};

/** The part of a long table to draw: the groups of rows on the screen and around it. */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: number,
): RowWindow | null {
  const isLong = rows > mostDrawn;
  const groups = Math.ceil(rows / groupSize);
  const heights = useRef<number[]>([]);
  const [range, setRange] = useState({ first: 0, last: 3 });
  const first = Math.min(range.first, Math.max(0, groups - 1));
  const last = Math.min(range.last, groups - 1);

  const known = heights.current.filter(height => height > 0);
  const usual =
    known.length > 0 ? known.reduce((sum, height) => sum + height, 0) / known.length : usualRow * groupSize;
  const heightOf = (group: number) => heights.current[group] ?? usual;
  const sumOf = (start: number, end: number) => {
    let sum = 0;
    for (let group = start; group < end; group += 1) sum += heightOf(group);
    return sum;
  };

  useLayoutEffect(() => {
    if (!isLong || !body.current) return;
    const drawn = [...body.current.querySelectorAll<HTMLElement>('tr[data-index]')];
    const sums = new Map<number, number>();
    for (const row of drawn) {
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
      let [next, end] = [0, groups - 1];
      let at = top;
      while (next < groups - 1 && at + heightOf(next) < -overscan) at += heightOf(next++);
      for (end = next; end < groups - 1 && at < innerHeight + overscan; end += 1) at += heightOf(end);
      setRange(before =>
        before.first === next && before.last === end ? before : { first: next, last: end },
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    // Paper has no screen to be near to.
    const drawAll = () => flushSync(() => setRange({ first: 0, last: groups }));
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    addEventListener('beforeprint', drawAll);
    addEventListener('afterprint', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
      removeEventListener('beforeprint', drawAll);
      removeEventListener('afterprint', soon);
    };
  });

  if (!isLong) return null;
  return {
    from: first * groupSize,
    to: Math.min(rows, (last + 1) * groupSize),
    above: sumOf(0, first),
    below: sumOf(last + 1, groups),
  };
}
