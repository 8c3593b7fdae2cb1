import type { Column } from '../../ui/table/data-table';

/** The columns with the word of the row of totals, which is shown with the cost of stock only. */
export const totalledColumns = <Row, SortKey extends string>(
  columns: readonly Column<Row, SortKey>[],
): readonly Column<Row, SortKey>[] =>
  columns.map((column, index) => (index === 0 ? { ...column, foot: 'Total' } : column));
