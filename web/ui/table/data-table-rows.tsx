import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { Cell } from './data-table-cells';
import type { Column } from './data-table-column';
import type { CardPlace } from './data-table-phone';
import { useRowWindow } from './data-table-window';
import type { EditedCell } from './use-table-tools';

type RowsProps<Row> = {
  body: RefObject<HTMLTableSectionElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row, string>[];
  onOpen: ((row: Row) => void) | undefined;
  places: readonly CardPlace[] | undefined;
  /** Whether a row can be edited in its cells; absent if none can. */
  canEdit: ((row: Row) => boolean) | undefined;
  edited: EditedCell | null;
};

/** The rows of a table; of a long one those near the screen. */
export function TableRows<Row>(props: RowsProps<Row>) {
  const { rows, rowKey, columns, body } = props;
  const part = useRowWindow(body, rows.length);
  const from = part?.from ?? 0;
  return (
    <>
      {part && <Gap height={part.above} columns={columns.length} />}
      {rows.slice(from, part?.to).map((row, place) => (
        <TableRow
          key={rowKey(row)}
          row={row}
          index={from + place}
          isFirst={place === 0}
          {...props}
          edited={props.edited?.key === rowKey(row) ? props.edited : null}
        />
      ))}
      {part && <Gap height={part.below} columns={columns.length} />}
    </>
  );
}

/** Stands for rows that are not drawn. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className="row-gap" style={{ height }}>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty, and hidden from screen readers */}
    <td colSpan={columns} />
  </tr>
);

type RowProps<Row> = RowsProps<Row> & { row: Row; index: number; isFirst: boolean };

/** A row; drawn again only for other properties, not because others come and go while a long table scrolls. */
const TableRow = memo(function TableRow<Row>({
  row,
  index: at,
  isFirst,
  columns,
  onOpen,
  places,
  canEdit,
  edited,
}: RowProps<Row>) {
  const isEditable = canEdit?.(row) === true;
  const openingOf = (line: HTMLTableRowElement) => (onOpen ? () => onOpen(row) : followingOf(line));
  return (
    <tr
      role="row"
      data-index={at}
      aria-rowindex={at + 2}
      tabIndex={isFirst ? 0 : -1}
      data-opens={onOpen !== undefined || undefined}
      onClick={event => onClick(event, openingOf(event.currentTarget))}
      onAuxClick={event =>
        event.button === 1 && isForRow(event) && openingOf(event.currentTarget) && openInTab(event)
      }
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        const open = openingOf(event.currentTarget);
        if (open && (!(event.ctrlKey || event.metaKey) || !openInTab(event))) open();
      }}
    >
      {columns.map((column, index) => (
        <Cell
          key={column.header}
          column={column}
          row={row}
          place={places?.[index]}
          canEdit={isEditable && column.edit !== undefined}
          editor={edited?.header === column.header && edited.editor}
        />
      ))}
    </tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

/** The link of the column that opens the row, wherever the user has put it. */
const openingLink = (row: HTMLElement) => row.querySelector<HTMLAnchorElement>('td[data-opens] a[href]');

/** Follows that link; undefined without one, for users who cannot open the record. */
function followingOf(row: HTMLElement): (() => void) | undefined {
  const link = openingLink(row);
  return link ? () => link.click() : undefined;
}

/** The link to the record: otherwise in one of the first two columns after the check box, if any. */
const linkOf = (row: HTMLElement): HTMLAnchorElement | null =>
  openingLink(row) ??
  row.querySelector('td:nth-child(-n + 2) a[href], td:has([type="checkbox"]) + td + td a[href]');

const controls =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="dialog"], [data-actions], .cell-pencil';

/** Whether a click was meant for the row: not for a control in it, and not to select text. */
function isForRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  // A dialog opened from a cell reports its clicks here too.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest(controls) !== null) return false;
  const selection = getSelection();
  return selection === null || selection.isCollapsed || !selection.containsNode(currentTarget, true);
}

function onClick(event: MouseEvent<HTMLTableRowElement>, open: (() => void) | undefined): void {
  if (!open || !isForRow(event)) return;
  if (!(event.ctrlKey || event.metaKey) || !openInTab(event)) open();
}

/** Opens the record in a new tab, if the row links to it. */
function openInTab(event: MouseEvent<HTMLTableRowElement> | KeyboardEvent<HTMLTableRowElement>): boolean {
  const link = linkOf(event.currentTarget);
  if (!link) return false;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener');
  return true;
}
