import { type ColumnTerms } from './data-table-column';

/** The heights of the rows that a table last showed: placeholder rows get the same (F81). */
const lastHeights = new Map<string, readonly number[]>();

const line = 20;
const padding = 13;
const oneLine = 37;

/** The height of a placeholder row: of the row last seen in its place, or of as many lines as the columns usually have. */
export function placeholderHeight(table: string, columns: readonly ColumnTerms[], index: number): number {
  const seen = lastHeights.get(table);
  if (seen && seen.length > 0) return seen[Math.min(index, seen.length - 1)] ?? oneLine;
  const lines = Math.max(1, ...columns.map(column => column.lines ?? 1));
  return lines === 1 ? oneLine : lines * line + padding;
}

/** Remembers the height of the rows on screen. */
export function rememberHeights(table: string, body: HTMLTableSectionElement): void {
  lastHeights.set(
    table,
    [...body.rows].slice(0, 50).map(row => row.getBoundingClientRect().height),
  );
}
