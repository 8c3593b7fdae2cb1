import type { Column } from '../../ui/data-table';

/** The columns with these words at the start of the row of totals, which is of users with `view_cost` only. */
export const totalledColumns = <Row, SortKey extends string>(
  columns: readonly Column<Row, SortKey>[],
  words = 'Total',
): readonly Column<Row, SortKey>[] =>
  columns.map((column, index) => (index === 0 ? { ...column, foot: words } : column));
