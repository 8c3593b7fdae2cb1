import { useRef } from 'react';
import type { ListState } from '../../platform/list-state';
import { arrangedColumns } from './data-table-arrangement';
import { HeaderRow, hasTotals, Placeholders, type Sorting, TotalsRow, Widths } from './data-table-cells';
import type { Column } from './data-table-column';
import { placeholderRows, useRememberedHeights } from './data-table-height';
import { phonePlaces } from './data-table-phone';
import { TableRows } from './data-table-rows';
import { columnWidths } from './data-table-widths';
import { useTellColumns } from '../list/list-slots';
import { LoadFailure } from '../load-failure';
import { usePhone } from '../use-phone';
import { useRowKeys } from './use-row-keys';
import { useScrollingMark } from './use-scrolling-mark';
import { useTableBox, useTableWidth } from './use-table-box';
import { type RowEdits, useTableTools } from './use-table-tools';
import './data-table.css';
import './data-table-card.css';

export type { Column, ColumnOf, Columns } from './data-table-column';

/** A query, as far as a table needs it. */
export type Load = {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

type Props<Row, SortKey extends string> = {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row, SortKey>[];
  /** Undefined while the first page loads: placeholder rows of the final height are shown. */
  rows: readonly Row[] | undefined;
  /** How the rows are loaded, outside of lists: why there are none is shown instead of placeholders for ever. */
  load?: Load;
  rowKey: (row: Row) => string | number;
  /** Sorting and layout, if the table belongs to a list. */
  list?: Sorting<SortKey> & Pick<ListState, 'layout' | 'setLayout'>;
  /** The rows of another page are still shown while the next one loads. */
  isStale?: boolean;
  /** Called for a click or Enter on a row; with Ctrl, the row's link opens in a new tab instead. */
  onOpen?: ((row: Row) => void) | undefined;
  /** On a phone each row is a card, as in lists, although there are no filters or pages. */
  hasCards?: boolean;
  /** Stays a table on a phone: for statements of few columns, which are read by column. */
  keepsColumns?: boolean;
  /** How rows are edited in their cells, for users who can. */
  edits?: RowEdits<Row> | false;
};

/** A table without knowledge of fetching or features; each column renders its cells. */
export function DataTable<Row, SortKey extends string = never>({ load, ...props }: Props<Row, SortKey>) {
  if (props.rows === undefined && load?.isError) return <LoadFailure page={load} />;
  return props.list ? <TableOfList {...props} /> : <Table {...props} />;
}

/**
 * The columns of a list are as wide as its place allows. That is measured before there are any rows: with them, all would be
 * measured twice.
 */
function TableOfList<Row, SortKey extends string>(props: Props<Row, SortKey>) {
  const { place, width } = useTableWidth();
  return <div ref={place}>{width !== undefined && <Table {...props} width={width} />}</div>;
}

function Table<Row, SortKey extends string>(props: Props<Row, SortKey> & { width?: number }) {
  const { label, width, rows, rowKey, list, isStale, onOpen, keepsColumns, hasCards } = props;
  const columns = arrangedColumns(props.columns, list?.layout.columns);
  const isPhone = usePhone();
  const isOfList = list !== undefined;
  const isCard = (isOfList || hasCards) && !keepsColumns && isPhone;
  const box = useTableBox();
  const body = useRef<HTMLTableSectionElement>(null);
  useTellColumns(props.columns, isOfList);
  useRowKeys(body, isOfList);
  useScrollingMark(body);
  const sized = isPhone ? undefined : list;
  const widths = sized && width !== undefined ? columnWidths(columns, width, sized.layout.widths) : undefined;
  const table = { body, rows, rowKey, columns, sized };
  const { canEdit, edited, onUse, tools, open } = useTableTools(
    table,
    isOfList,
    !isPhone && props.edits,
    onOpen,
  );
  useRememberedHeights(label, rows, body);
  return (
    <div className="table-scroll" ref={box} data-fixed={widths !== undefined || undefined} {...onUse}>
      {/* Explicit roles, because narrow screens lay the table out as blocks, which drops the implicit ones. */}
      <table
        className="data-table"
        data-keeps-columns={keepsColumns || undefined}
        data-cards={isCard || undefined}
        data-fixed={widths !== undefined || undefined}
        data-density={list?.layout.density}
        style={widths && { width: widths.reduce((sum, one) => sum + one, 0) }}
        role="table"
        aria-label={label}
        aria-rowcount={rows && rows.length + 1}
        aria-busy={rows === undefined || isStale === true}
      >
        {widths && <Widths columns={columns} widths={widths} />}
        <HeaderRow columns={columns} sorting={list} />
        <tbody role="rowgroup" ref={body} data-stale={isStale || undefined}>
          {rows === undefined ? (
            <Placeholders
              table={label}
              columns={columns}
              rows={list?.layout.perPage ?? placeholderRows(label)}
            />
          ) : (
            <TableRows
              body={body}
              rows={rows}
              rowKey={rowKey}
              columns={columns}
              onOpen={open}
              places={isCard ? phonePlaces(columns, onOpen !== undefined) : undefined}
              canEdit={canEdit}
              edited={edited}
            />
          )}
        </tbody>
        {hasTotals(columns) && (
          <tfoot role="rowgroup" className="figures" data-waits={rows === undefined || undefined}>
            <TotalsRow columns={columns} />
          </tfoot>
        )}
      </table>
      {tools}
    </div>
  );
}
