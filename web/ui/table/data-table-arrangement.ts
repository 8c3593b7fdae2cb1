import { columnKey, type ColumnTerms, isActions, isChoice } from './data-table-column';

/** The columns that stay where they are: check boxes and the first other one at the start, actions at the end. */
export function fixedColumns<C extends ColumnTerms>(columns: readonly C[]): ReadonlySet<C> {
  const title = columns.find(column => !isActions(column) && !isChoice(column));
  return new Set(columns.filter(column => column === title || isActions(column) || isChoice(column)));
}

export type Arranged<C> = { readonly column: C; readonly isHidden: boolean };

/**
 * The columns that can be moved and hidden, in the order of a text such as `status.-created.name`. Unknown names are
 * ignored; a column that the text does not name, such as one added later, follows the column before it, hidden if it
 * is hidden by default.
 */
export function arrangement<C extends ColumnTerms>(
  columns: readonly C[],
  text: string | undefined,
): readonly Arranged<C>[] {
  const fixed = fixedColumns(columns);
  const movable = columns.filter(column => !fixed.has(column));
  const arranged: Arranged<C>[] = [];
  for (const name of new Set((text ?? '').split('.'))) {
    const isHidden = name.startsWith('-');
    const column = movable.find(one => columnKey(one) === (isHidden ? name.slice(1) : name));
    if (column && !arranged.some(other => other.column === column)) arranged.push({ column, isHidden });
  }
  for (const [index, column] of movable.entries()) {
    if (arranged.some(other => other.column === column)) continue;
    const before = arranged.findIndex(other => other.column === movable[index - 1]);
    arranged.splice(before + 1, 0, { column, isHidden: column.hidden ?? false });
  }
  return arranged;
}

/** The columns to show, in order. */
export function arrangedColumns<C extends ColumnTerms>(
  columns: readonly C[],
  text: string | undefined,
): readonly C[] {
  if (text === undefined) return columns.filter(column => !column.hidden);
  const fixed = [...fixedColumns(columns)];
  return [
    ...fixed.filter(column => !isActions(column)),
    ...arrangement(columns, text).flatMap(({ column, isHidden }) => (isHidden ? [] : [column])),
    ...fixed.filter(isActions),
  ];
}

/** The text for an arrangement. */
export const arrangementText = (arranged: readonly Arranged<ColumnTerms>[]): string =>
  arranged.map(({ column, isHidden }) => `${isHidden ? '-' : ''}${columnKey(column)}`).join('.');
