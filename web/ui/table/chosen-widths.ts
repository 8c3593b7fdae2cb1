import { columnKey, type ColumnTerms } from './data-table-column';
import { minWidthOf } from './data-table-widths';

/** Narrower than a screen, so that the table's other end can be reached. */
const maxWidth = 900;

export const widthWithin = (column: ColumnTerms, width: number): number =>
  Math.min(maxWidth, Math.max(minWidthOf(column), Math.round(width)));

/** The text with another width of a column, or none: as wide as it is of itself. Undefined when no width is left. */
export function withWidth(
  text: string | undefined,
  column: ColumnTerms,
  width: number | null,
): string | undefined {
  const key = `${columnKey(column)}~`;
  const others = (text ?? '').split('.').filter(part => part !== '' && !part.startsWith(key));
  return (
    [...others, ...(width === null ? [] : [`${key}${widthWithin(column, width)}`])].join('.') || undefined
  );
}
