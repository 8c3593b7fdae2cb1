import { Skeleton, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListState } from '../../platform/list-state';
import { type Column, isActions, isChoice } from './data-table-column';
import { placeholderHeight } from './data-table-height';
import { type CardPlace, needsLabel } from './data-table-phone';
import { RowMenu } from './row-menu';

export type Sorting<SortKey extends string> = Pick<ListState<SortKey>, 'sortBy' | 'sortOrder' | 'toggleSort'>;

type HeaderProps<Row, SortKey extends string> = {
  column: Column<Row, SortKey>;
  sorting: Sorting<SortKey> | undefined;
};

type HeaderRowProps<Row, SortKey extends string> = Pick<HeaderProps<Row, SortKey>, 'sorting'> & {
  columns: readonly Column<Row, SortKey>[];
};

export const HeaderRow = <Row, SortKey extends string>({
  columns,
  sorting,
}: HeaderRowProps<Row, SortKey>) => (
  <thead role="rowgroup">
    <tr role="row">
      {columns.map(column => (
        <HeaderCell key={column.header} column={column} sorting={sorting} />
      ))}
    </tr>
  </thead>
);

function HeaderCell<Row, SortKey extends string>({ column, sorting }: HeaderProps<Row, SortKey>) {
  const { header, head = header, sort, align, width, minWidth, wideOnly } = column;
  const sorted = sort && sorting && (sorting.sortBy === sort ? sorting.sortOrder : 'none');
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={align}
      data-wide-only={wideOnly || undefined}
      data-actions={isActions(column) || undefined}
      data-choice={isChoice(column) || undefined}
      style={{ width, minWidth }}
      aria-sort={sorted && ariaSort[sorted]}
    >
      {sort && sorting ? (
        <UnstyledButton
          className="sort-button"
          data-sorted={sorted !== 'none'}
          onClick={() => sorting.toggleSort(sort)}
        >
          {header}
          <SortArrow sorted={sorted} />
        </UnstyledButton>
      ) : (
        head
      )}
    </th>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

function SortArrow({ sorted }: { sorted: keyof typeof ariaSort | undefined }) {
  const Arrow = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return <Arrow size={14} aria-hidden />;
}

type CellProps<Row> = {
  column: Column<Row, string>;
  row: Row;
  /** Its place in the card, on a phone. */
  place: CardPlace | undefined;
  canEdit: boolean;
  /** Over the cell, while it is edited. */
  editor: ReactNode;
};

export function Cell<Row>({ column, row, place, canEdit, editor }: CellProps<Row>) {
  const isInCard = place !== undefined && place !== 'hidden';
  const content = (isInCard && column.phoneCell ? column.phoneCell : column.cell)(row);
  return (
    <td
      role="cell"
      data-label={column.header}
      data-align={column.align}
      data-wide-only={column.wideOnly || undefined}
      data-actions={isActions(column) || undefined}
      data-choice={isChoice(column) || undefined}
      data-opens={column.opens || undefined}
      data-blank={content === '—' || undefined}
      data-place={place}
      data-labelled={(place === 'detail' && needsLabel(column)) || undefined}
      data-edits={canEdit || undefined}
    >
      {place === 'actions' ? <RowMenu>{content}</RowMenu> : content}
      {/* For the mouse; the keyboard has F2 and e. */}
      {canEdit && <span className="cell-pencil" aria-hidden title="Edit" />}
      {editor}
    </td>
  );
}

type TotalsProps = { columns: readonly Column<never, string>[] };

/** The totals of all pages, each below its column. The words that say what is totalled run on over columns without one. */
export function TotalsRow({ columns }: TotalsProps) {
  const cells = totalCells(columns);
  const ofTotal = cells.find(({ column }) => column.header === 'Total' && column.align === 'end')?.column;
  const words = ofTotal && cells.find(({ column }) => typeof column.foot === 'string')?.column;
  return (
    <tr role="row" aria-label="Totals">
      {cells.map(({ column, span }) => (
        <td
          key={column.header}
          role="cell"
          colSpan={span}
          data-label={column.header}
          // On a phone the words stand for the header of the total, not on a line of their own above it.
          data-words={column === ofTotal ? words?.foot : undefined}
          data-is-label={column === words || undefined}
          data-align={column.align}
          data-wide-only={column.wideOnly || undefined}
          data-actions={isActions(column) || undefined}
        >
          {column.foot}
        </td>
      ))}
    </tr>
  );
}

type TotalCell = { column: Column<never, string>; span: number };

function totalCells(columns: readonly Column<never, string>[]): TotalCell[] {
  const cells: TotalCell[] = [];
  for (const column of columns) {
    const last = cells.at(-1);
    const isCovered = last && 'foot' in last.column && last.column.align !== 'end' && !('foot' in column);
    if (isCovered && !isActions(column) && !column.wideOnly) last.span += 1;
    else cells.push({ column, span: 1 });
  }
  return cells;
}

export const hasTotals = (columns: readonly Column<never, string>[]): boolean =>
  columns.some(column => 'foot' in column);

type WidthsProps = { columns: readonly Column<never, string>[]; widths: readonly number[] };

export const Widths = ({ columns, widths }: WidthsProps) => (
  <colgroup>
    {columns.map((column, index) => (
      <col key={column.header} style={{ width: widths[index] }} />
    ))}
  </colgroup>
);

type PlaceholdersProps = { table: string; columns: readonly Column<never, string>[]; rows: number };

const maxPlaceholders = 25;

export const Placeholders = ({ table, columns, rows }: PlaceholdersProps) =>
  Array.from({ length: Math.min(rows, maxPlaceholders) }, (_, line) => (
    <PlaceholderRow key={line} columns={columns} height={placeholderHeight(table, columns, line)} />
  ));

type PlaceholderProps = { columns: readonly Column<never, string>[]; height: number };

const PlaceholderRow = ({ columns, height }: PlaceholderProps) => (
  <tr role="row" data-placeholder>
    {columns.map(column => (
      <td key={column.header} role="cell" style={{ height }}>
        <Bar isAtEnd={column.align === 'end'} />
      </td>
    ))}
  </tr>
);

const Bar = ({ isAtEnd }: { isAtEnd: boolean }): ReactNode => (
  <Skeleton height={12} width={isAtEnd ? '50%' : '70%'} ml={isAtEnd ? 'auto' : 0} />
);
