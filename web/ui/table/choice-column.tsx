import { type ChangeEvent, useRef } from 'react';
import { CheckBox } from '../form/check-box';
import type { Column } from './data-table-column';

/** The rows of a table that are selected, and how the selection changes. */
export type RowChoice<Row> = {
  /** The name of a row's check box, such as `Select Green tea`. */
  readonly label: (row: Row) => string;
  /** The rows of the current page; undefined until they have loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly has: (row: Row) => boolean;
  /** Rows without a check box; any row can be selected by default. */
  readonly canChoose?: (row: Row) => boolean;
  readonly choose: (rows: readonly Row[], isChosen: boolean) => void;
};

const anyRow = () => true;

/**
 * The first column of a table whose rows are selected: one by one, up to another with Shift, or the whole page. `free`
 * are the rows of the page that can be.
 */
export function useChoiceColumn<Row>({ label, rows = [], has, canChoose = anyRow, choose }: RowChoice<Row>): {
  readonly column: Column<Row>;
  readonly free: readonly Row[];
} {
  const last = useRef<Row | null>(null);
  const free = rows.filter(canChoose);
  const chosen = free.filter(has);
  const isAll = free.length > 0 && chosen.length === free.length;

  const change = (row: Row, event: ChangeEvent<HTMLInputElement>) => {
    const { nativeEvent } = event;
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    const start = isRange && last.current !== null ? rows.indexOf(last.current) : -1;
    const end = rows.indexOf(row);
    last.current = row;
    const changed = start < 0 ? [row] : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
    choose(changed.filter(canChoose), event.currentTarget.checked);
  };
  const column: Column<Row> = {
    header: 'Select',
    kind: 'choice',
    width: '64px',
    head: (
      <CheckBox
        aria-label="Select all on this page"
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        disabled={free.length === 0}
        onChange={() => choose(free, !isAll)}
      />
    ),
    cell: row =>
      canChoose(row) && (
        <CheckBox aria-label={label(row)} checked={has(row)} onChange={event => change(row, event)} />
      ),
  };
  return { column, free };
}
