import { type RefObject, useEffect } from 'react';
import { type ColumnTerms, isActions } from './data-table-column';

/** The heights of the rows that a table last showed: placeholder rows get the same (F81). */
const lastHeights = new Map<string, readonly number[]>();

const line = 18;
const padding = 18;
const oneLine = 37;
/** Of buttons. */
const actionLine = 41;

/** The height of a placeholder row: of the row last seen in its place, or of as many lines as the columns usually have. */
export function placeholderHeight(table: string, columns: readonly ColumnTerms[], index: number): number {
  const seen = lastHeights.get(table);
  if (seen && seen.length > 0) return seen[Math.min(index, seen.length - 1)] ?? oneLine;
  const lines = Math.max(1, ...columns.map(column => column.lines ?? 1));
  if (lines > 1) return lines * line + padding;
  return columns.some(isActions) ? actionLine : oneLine;
}

/** The rows of a table outside of lists before they are read: as many as it last had, or a few. */
export const placeholderRows = (table: string): number => lastHeights.get(table)?.length ?? 3;

/** Remembers the height of the rows on screen. */
export function rememberHeights(table: string, body: HTMLTableSectionElement): void {
  lastHeights.set(
    table,
    [...body.rows].slice(0, 50).map(row => row.getBoundingClientRect().height),
  );
}

/** Remembers them once they are laid out for the screen: measured earlier, the browser would lay them out twice. */
export function useRememberedHeights(
  table: string,
  rows: readonly unknown[] | undefined,
  body: RefObject<HTMLTableSectionElement | null>,
): void {
  useEffect(() => {
    if (!rows || rows.length === 0) return undefined;
    const frame = requestAnimationFrame(() => body.current && rememberHeights(table, body.current));
    return () => cancelAnimationFrame(frame);
  }, [table, rows, body]);
}
