import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { ListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { hasUnsavedChanges } from '../../platform/unsaved';
import type { Column } from './data-table-column';
import { onDemand } from '../on-demand';
import type { LastEdit } from './saved-edit';
import { focusedRow } from './use-row-keys';

/** How the rows of a list are edited in their cells. */
export type RowEdits<Row> = {
  /** Made by `cellEditor`, and loaded with the first edit. */
  readonly Editor: ComponentType<CellEditorProps<Row>>;
  /** Any row can be edited by default. */
  readonly canEdit?: (row: Row) => boolean;
};

export type Table<Row> = {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly columns: readonly Column<Row, string>[];
  /** The list whose columns have widths that the user can change; not on a phone. */
  readonly sized?: Pick<ListState, 'layout' | 'setLayout'> | undefined;
};

/** The cell that is edited: its row, by which it is found again, and its column. */
export type EditedPlace = {
  readonly key: string | number;
  readonly header: string;
  readonly line: HTMLTableRowElement;
};

export type CellEditorProps<Row> = {
  row: Row;
  place: EditedPlace;
  table: Table<Row>;
  lastEdit: LastEdit;
  onPlace: (next: EditedPlace | null) => void;
};

export type EditedCell = EditedPlace & { readonly editor: ReactNode };

export type ToolsProps<Row> = Table<Row> & {
  /** Where the user has asked to edit; nowhere at first. */
  readonly asked: { readonly at: EventTarget | null };
  readonly lastEdit: LastEdit;
  readonly onPlace: CellEditorProps<Row>['onPlace'];
};

const TableTools = onDemand(async () => (await import('./table-tools')).TableTools, {
  ifNotLoaded: 'nothing',
}) as <Row>(props: ToolsProps<Row>) => ReactNode;

const anyRow = () => true;

/** Editing and copying of the rows of a list. The code is loaded when the table is first pointed at or focused. */
export function useTableTools<Row>(
  table: Table<Row>,
  isOfList: boolean,
  edits: RowEdits<Row> | false | undefined,
  onOpen: ((row: Row) => void) | undefined,
) {
  const [asked, setAsked] = useState<ToolsProps<Row>['asked'] | null>(null);
  const [place, setPlace] = useState<EditedPlace | null>(null);
  const lastEdit: LastEdit = useRef(null);
  const ask = (at: EventTarget | null) => setAsked({ at });
  const touch = () => asked || ask(null);
  const askInRow = () => ask(focusedRow(table.body.current));
  useShortcut('e', 'Edit in the row', askInRow, !!edits);
  const row = place && table.rows?.find(one => table.rowKey(one) === place.key);
  const openUnlessTyping = (other: Row) => focusTypedField() || onOpen?.(other);
  const editing = { table, lastEdit, onPlace: setPlace };
  return {
    canEdit: edits ? (edits.canEdit ?? anyRow) : undefined,
    edited:
      edits && row
        ? { ...place, editor: <edits.Editor key={place.header} row={row} place={place} {...editing} /> }
        : null,
    open: onOpen && row ? openUnlessTyping : onOpen,
    tools: asked && <TableTools {...table} asked={asked} lastEdit={lastEdit} onPlace={setPlace} />,
    onUse: isOfList && {
      onFocus: touch,
      onPointerEnter: touch,
      onClick: ({ target }: { target: EventTarget }) =>
        target instanceof Element && target.matches('.cell-pencil') && ask(target),
      onKeyDown: ({ key }: { key: string }) => key === 'F2' && askInRow(),
    },
  };
}

/** One edit at a time: what was typed is saved or cancelled first. Returns whether there is such a field. */
export function focusTypedField(): boolean {
  if (!hasUnsavedChanges()) return false;
  document.querySelector<HTMLElement>('[data-cell-field]')?.focus();
  return true;
}
