import { useEffect, useEffectEvent } from 'react';
import { hasUnsavedChanges } from '../platform/unsaved';
import { CopiedRows } from './copied-rows';
import type { ToolsProps } from './use-table-tools';
import './table-tools.css';

const editable = 'td[data-edits]';

/**
 * Begins the edit of a cell: after a double click, a click on its pencil, F2, or e for the first one of the row. Copies
 * rows.
 */
export function TableTools<Row>({ asked, onPlace, ...table }: ToolsProps<Row>) {
  const { body, rows, rowKey, columns } = table;
  const begin = useEffectEvent((at: EventTarget | null) => {
    if (!(at instanceof Element) || !body.current?.contains(at)) return;
    const cell = at.closest(editable) ?? (at.matches('tr') ? at.querySelector(editable) : null);
    const line = cell?.closest('tr');
    const row = line && rows?.[Number(line.dataset.index)];
    const column = line && columns[(cell as HTMLTableCellElement).cellIndex];
    if (!row || !column) return;
    // One edit at a time: what was typed is saved or cancelled first.
    if (hasUnsavedChanges()) return document.querySelector<HTMLElement>('[data-cell-field]')?.focus();
    getSelection()?.removeAllRanges();
    onPlace({ key: rowKey(row), header: column.header, line });
  });
  useEffect(() => begin(asked.at), [asked]);
  return <CopiedRows {...table} />;
}
