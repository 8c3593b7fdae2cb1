import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { countOf } from '#domain/kernel/count-of';
import { toast } from '../../platform/notices';
import { isTyping } from '../../platform/shortcuts';
import { copiedText, tabSeparated } from './copied-text';
import { type Column, isActions, isChoice } from './data-table-column';
import { focusedRow } from './use-row-keys';
import type { Table } from './use-table-tools';

/** Copies the selected rows with a line of headers, or the active row, as text for a spreadsheet. */
export function CopiedRows<Row>({ body, rows, columns }: Omit<Table<Row>, 'rowKey'>) {
  const [drawn, setDrawn] = useState<readonly Row[]>([]);
  const shown = columns.filter(column => !isActions(column) && !isChoice(column));
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!isForRows(event)) return;
    const chosen = columns.find(isChoice)?.chosen;
    const active = rows?.[Number(focusedRow(body.current)?.dataset.index)];
    const isChosen = chosen !== undefined && chosen.rows.length > 0;
    const copied = isChosen ? (chosen.rows as readonly Row[]) : active ? [active] : [];
    if (copied.length === 0) return;
    // Selected rows may be on other pages: they are drawn for a moment, as they are shown.
    flushSync(() => setDrawn(copied));
    const lines = linesOf(shown, copied);
    flushSync(() => setDrawn([]));
    event.clipboardData?.setData('text/plain', tabSeparated(isChosen ? lines : lines.slice(1)));
    event.preventDefault();
    const isPart = isChosen && chosen.count > copied.length;
    toast.blank(`${countOf(copied.length, 'row')}${isPart ? ' of this page' : ''} copied`);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onCopy(event);
    document.addEventListener('copy', listener);
    return () => document.removeEventListener('copy', listener);
  }, []);
  if (drawn.length === 0) return null;
  return createPortal(
    <div id={drawnId} className="copied-rows" aria-hidden inert>
      {drawn.flatMap(row => shown.map(column => <div key={column.header}>{column.cell(row)}</div>))}
    </div>,
    document.body,
  );
}

const drawnId = 'copied-rows';

/** Whether nothing else is copied: no text is selected, and no field or dialog has the focus. */
const isForRows = ({ target, defaultPrevented }: ClipboardEvent): boolean =>
  !defaultPrevented &&
  !isTyping(target) &&
  !isTyping(document.activeElement) &&
  getSelection()?.isCollapsed !== false &&
  document.querySelector('[aria-modal="true"]') === null;

/** The line of headers, and a line for each row. A cell of several named figures becomes a column for each. */
function linesOf<Row>(columns: readonly Column<Row, string>[], rows: readonly Row[]): string[][] {
  const cells = [...(document.getElementById(drawnId)?.children ?? [])] as HTMLElement[];
  const named = columns.map((_, at) => [...(cells[at]?.querySelectorAll('dt') ?? [])].map(textOf));
  const headers = columns.flatMap(({ header }, at) =>
    named[at]?.length ? named[at].map(name => `${header}: ${name}`) : [header],
  );
  return [
    headers,
    ...rows.map((row, line) =>
      columns.flatMap(({ copy }, at) => {
        const cell = cells[line * columns.length + at];
        if (copy) return [copiedText(copy(row))];
        if (!named[at]?.length) return [cell ? textOf(cell) : ''];
        return named[at].map((_, place) => {
          const figure = cell?.querySelectorAll('dd')[place];
          return figure ? textOf(figure) : '';
        });
      }),
    ),
  ];
}

/** The words of a cell without the small print below them, unless there is nothing else. */
function textOf(cell: HTMLElement): string {
  const words = copiedText(cell.innerText);
  if (words !== '') return words;
  cell.dataset.whole = 'true';
  return copiedText(cell.innerText);
}
