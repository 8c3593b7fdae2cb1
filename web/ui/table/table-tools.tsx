import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../platform/shortcuts';
import { ColumnEdges } from './column-edges';
import { CopiedRows } from './copied-rows';
import type { LastEdit } from './saved-edit';
import { focusTypedField, type Table, type ToolsProps } from './use-table-tools';
import './table-tools.css';

const editable = 'td[data-edits]';

/**
 * Begins the edit of a cell: after a click on its pencil, or F2 or e for the first one of the row. Undoes it, and copies
 * rows.
 */
export function TableTools<Row>({ asked, lastEdit, onPlace, ...table }: ToolsProps<Row>) {
  const { body, rows, rowKey, columns } = table;
  const begin = useEffectEvent((at: EventTarget | null) => {
    if (!(at instanceof Element) || !body.current?.contains(at)) return;
    const cell = at.closest(editable) ?? (at.matches('tr') ? at.querySelector(editable) : null);
    const line = cell?.closest('tr');
    const row = line && rows?.[Number(line.dataset.index)];
    const column = line && columns[(cell as HTMLTableCellElement).cellIndex];
    if (!row || !column) return;
    if (focusTypedField()) return;
    getSelection()?.removeAllRanges();
    onPlace({ key: rowKey(row), header: column.header, line });
  });
  useEffect(() => begin(asked.at), [asked]);
  useUndoKey(body, lastEdit);
  return (
    <>
      <CopiedRows {...table} />
      {table.sized && <ColumnEdges {...table} />}
    </>
  );
}

/** Ctrl Z in the table undoes its last edit. */
function useUndoKey(body: Table<unknown>['body'], lastEdit: LastEdit): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 'z') return;
      // In a field it undoes what was typed there.
      if (!lastEdit.current || isTyping(target)) return;
      if (!body.current?.closest('table')?.contains(document.activeElement)) return;
      event.preventDefault();
      lastEdit.current.undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body, lastEdit]);
}
