import { Skeleton, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type * as z from 'zod';
import type { AnyListing, PageOf } from '#domain/kernel/list-query';
import type { ListState, SortKeyOf } from '../platform/list-state';
import './data-table.css';

/** A column of a table. It can be sorted when `SortKey` names the sort keys of a list's contract: see `Columns`. */
export type Column<Row, SortKey extends string = never> = {
  readonly header: string;
  /** The contract's sort key; a column without one does not sort. */
  readonly sort?: SortKey;
  readonly align?: 'end';
  readonly width?: string;
  /** For names and descriptions: words wrap, but the column gets no narrower than this before the table scrolls. */
  readonly minWidth?: string;
  /** Hidden on a phone where the table keeps its columns. */
  readonly wideOnly?: boolean;
  readonly cell: (row: Row) => ReactNode;
};

/** The columns of a contract's list, with its rows and sort keys. */
export type Columns<C extends ListedRows> = readonly ColumnOf<C>[];
export type ColumnOf<C extends ListedRows> = Column<z.output<C['reply']>['data'][number], SortKeyOf<C>>;
type ListedRows = { readonly reply: z.ZodType<PageOf<unknown>>; readonly listing: AnyListing };

type Props<Row, SortKey extends string> = {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row, SortKey>[];
  /** Undefined while the first page loads: placeholder rows of the final height are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Sorting, if the table belongs to a list. */
  list?: Pick<ListState<SortKey>, 'sortBy' | 'sortOrder' | 'toggleSort'>;
  /** The rows of another page are still shown while the next one loads. */
  isStale?: boolean;
  /** Called for Enter on a row. */
  onOpen?: (row: Row) => void;
  /** Stays a table on a phone: for statements of few columns, which are read by column. */
  keepsColumns?: boolean;
};

const linesWhileLoading = 10;

/** A table without knowledge of fetching or features; each column renders its cells. */
export function DataTable<Row, SortKey extends string = never>(props: Props<Row, SortKey>) {
  const { label, columns, rows, rowKey, list, isStale, onOpen, keepsColumns } = props;
  return (
    <div className="table-scroll" ref={markOverflow}>
      {/* Explicit roles, because narrow screens lay the table out as blocks, which drops the implicit ones. */}
      <table
        className="data-table"
        data-keeps-columns={keepsColumns}
        role="table"
        aria-label={label}
        aria-busy={rows === undefined || isStale === true}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(column => (
              <HeaderCell key={column.header} column={column} list={list} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" data-stale={isStale || undefined} onKeyDown={moveBetweenRows}>
          {rows === undefined
            ? Array.from({ length: linesWhileLoading }, (_, line) => (
                <LoadingRow key={line} columns={columns} />
              ))
            : rows.map((row, index) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  tabIndex={index === 0 ? 0 : -1}
                  onKeyDown={event => {
                    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
                  }}
                >
                  {columns.map(column => (
                    <Cell key={column.header} column={column} content={column.cell(row)} />
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

/** Marks a box that its table does not fit: the first column and the actions then stay in sight while it scrolls. */
function markOverflow(box: HTMLDivElement): () => void {
  const observer = new ResizeObserver(() =>
    box.toggleAttribute('data-overflows', box.scrollWidth > box.clientWidth),
  );
  for (const element of [box, ...box.children]) observer.observe(element);
  return () => observer.disconnect();
}

const actions = 'Actions';

const Cell = <Row,>({ column, content }: { column: Column<Row, string>; content: ReactNode }) => (
  <td
    role="cell"
    data-label={column.header}
    data-align={column.align}
    data-wide-only={column.wideOnly}
    data-actions={column.header === actions || undefined}
    data-blank={content === '—' || undefined}
  >
    {content}
  </td>
);

type HeaderProps<Row, SortKey extends string> = {
  column: Column<Row, SortKey>;
  list: Props<Row, SortKey>['list'];
};

function HeaderCell<Row, SortKey extends string>({ column, list }: HeaderProps<Row, SortKey>) {
  const { header, sort, align, width, minWidth, wideOnly } = column;
  if (!sort || !list) {
    return (
      <th
        role="columnheader"
        scope="col"
        data-align={align}
        data-wide-only={wideOnly}
        data-actions={header === actions || undefined}
        style={{ width, minWidth }}
      >
        {header}
      </th>
    );
  }
  const sorted = list.sortBy === sort ? list.sortOrder : undefined;
  const Arrow = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={align}
      style={{ width, minWidth }}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton
        className="sort-button"
        data-sorted={sorted !== undefined}
        onClick={() => list.toggleSort(sort)}
      >
        {header}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}

const LoadingRow = <Row,>({ columns }: { columns: readonly Column<Row, string>[] }) => (
  <tr role="row">
    {columns.map(column => (
      <td key={column.header} role="cell">
        <Skeleton
          height={12}
          width={column.align === 'end' ? '50%' : '70%'}
          ml={column.align === 'end' ? 'auto' : 0}
        />
      </td>
    ))}
  </tr>
);

/** Arrow up and down move between rows; only one of them is a tab stop. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const row = event.target as HTMLElement;
  if (row.tagName !== 'TR' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  row.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
