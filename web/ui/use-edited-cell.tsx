import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { useShortcut } from '../platform/shortcuts';
import { hasUnsavedChanges } from '../platform/unsaved';
import type { Column } from './data-table-column';
import { focusedRow } from './use-row-keys';

/** How the rows of a list are edited in their cells. */
export type RowEdits<Row> = {
  /** Made by `cellEditor`, and loaded with the first edit. */
  readonly Editor: ComponentType<CellEditorProps<Row>>;
  /** Any row can be edited by default. */
  readonly canEdit?: (row: Row) => boolean;
};

export type CellEditorProps<Row> = {
  row: Row;
  column: Pick<Column<Row, string>, 'header' | 'align' | 'edit'>;
  /** Ends the edit, and goes on to another cell of the row, or to the row unless the focus is elsewhere already. */
  onEnd: (next?: Step | 'elsewhere') => void;
};
/** To the next or the previous cell that can be edited. */
export type Step = 1 | -1;

export type EditedCell = {
  readonly key: string | number;
  readonly header: string;
  readonly editor: ReactNode;
};

type Terms<Row> = {
  body: RefObject<HTMLTableSectionElement | null>;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row, string>[];
  edits: RowEdits<Row> | false | undefined;
};

const anyRow = () => true;

/** The cell that is edited: after a double click, a click on its pencil, F2, or e for the first one of the row. */
export function useEditedCell<Row>({ body, rows, rowKey, columns, edits }: Terms<Row>) {
  const [place, setPlace] = useState<Pick<EditedCell, 'key' | 'header'> | null>(null);
  const opened = useRef<HTMLTableRowElement>(null);
  const begin = (cell: Element | null | undefined) => {
    const row = cell instanceof HTMLTableCellElement && cell.closest('tr');
    const record = row && rows?.[Number(row.dataset.index)];
    const column = row && columns[cell.cellIndex];
    if (!record || !column) return;
    // One edit at a time: what was typed is saved or cancelled first.
    if (hasUnsavedChanges()) return document.querySelector<HTMLElement>('[data-cell-field]')?.focus();
    opened.current = row;
    setPlace({ key: rowKey(record), header: column.header });
  };
  const end: CellEditorProps<Row>['onEnd'] = next => {
    const editable = columns.filter(({ edit }) => edit);
    const at = editable.findIndex(({ header }) => header === place?.header);
    const column = typeof next === 'number' ? editable[at + next] : undefined;
    setPlace(place && column ? { ...place, header: column.header } : null);
    if (column || next === 'elsewhere') return;
    // The row may be on another page now.
    const row = opened.current;
    const stays = row?.isConnected ? row : body.current?.rows[Number(row?.dataset.index)];
    (stays ?? body.current?.rows[0])?.focus();
  };
  useShortcut(
    'e',
    'Edit in the row',
    () => begin(focusedRow(body.current)?.querySelector(editable)),
    !!edits,
  );
  const row = place && rows?.find(one => rowKey(one) === place.key);
  const column = columns.find(({ header }) => header === place?.header);
  return {
    canEdit: edits ? (edits.canEdit ?? anyRow) : undefined,
    edited:
      edits && row && column
        ? { ...place, editor: <edits.Editor key={column.header} row={row} column={column} onEnd={end} /> }
        : null,
    onEdit: edits && {
      onDoubleClick: (event: MouseEvent) => begin(cellOf(event.target)),
      onClick: ({ target }: MouseEvent) =>
        target instanceof Element && target.matches('.cell-pencil') && begin(target.parentElement),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'F2') return;
        event.preventDefault();
        begin(cellOf(event.target) ?? focusedRow(body.current)?.querySelector(editable));
      },
    },
  };
}

const editable = 'td[data-edits]';
const cellOf = (target: EventTarget) => (target instanceof Element ? target.closest(editable) : null);
