import { useEffect, useEffectEvent, useState } from 'react';
import { widthWithin, withWidth } from './chosen-widths';
import type { ColumnTerms } from './data-table-column';
import { hasWidth } from './data-table-widths';
import type { Table } from './use-table-tools';
import './column-edges.css';

/** How near to the end of a header the mouse takes hold of it, in pixels: within its padding, so never on its button. */
const reach = 8;

type Dragged = {
  readonly header: HTMLTableCellElement;
  readonly column: ColumnTerms;
  readonly from: number;
  readonly width: number;
};
type Line = { readonly left: number; readonly top: number; readonly height: number };

/**
 * The edges of a list's headers: dragged with the mouse or a pen they set the width of the column, and a double click makes
 * it automatic. Nothing moves before the edge is dropped. Keyboards and fingers have the View menu.
 */
export function ColumnEdges<Row>({ body, columns, sized }: Pick<Table<Row>, 'body' | 'columns' | 'sized'>) {
  const [line, setLine] = useState<Line | null>(null);
  const columnOf = useEffectEvent(({ cellIndex }: HTMLTableCellElement): ColumnTerms | undefined => {
    const column = columns[cellIndex];
    return column && hasWidth(column) ? column : undefined;
  });
  const setWidth = useEffectEvent((column: ColumnTerms, width: number | null) =>
    sized?.setLayout({ widths: withWidth(sized.layout.widths, column, width) }),
  );
  useEffect(() => {
    const head = body.current?.closest('table')?.tHead;
    if (!head) return;
    return listenAt(head, {
      columnOf: header => columnOf(header),
      setWidth: (column, width) => setWidth(column, width),
      setLine,
    });
  }, [body]);
  return line && <div className="column-line no-print" aria-hidden style={line} />;
}

type Uses = {
  /** The column of a header; none if its width cannot be chosen. */
  readonly columnOf: (header: HTMLTableCellElement) => ColumnTerms | undefined;
  readonly setWidth: (column: ColumnTerms, width: number | null) => void;
  readonly setLine: (line: Line | null) => void;
};

/** Listens to the mouse on the headers until the returned function is called. */
function listenAt(head: HTMLTableSectionElement, { columnOf, setWidth, setLine }: Uses): () => void {
  let dragged: Dragged | null = null;
  const end = () => {
    dragged = null;
    setLine(null);
  };
  const listeners: Partial<Record<keyof HTMLElementEventMap, (event: PointerEvent) => void>> = {
    pointerdown: event => {
      const header = event.button === 0 && event.pointerType !== 'touch' ? headerAt(event) : null;
      const column = header && columnOf(header);
      if (!column) return;
      // No text is selected meanwhile.
      event.preventDefault();
      header.setPointerCapture(event.pointerId);
      dragged = { header, column, from: event.clientX, width: header.offsetWidth };
      setLine(lineOf(dragged, event));
    },
    pointermove: event => {
      if (dragged) return setLine(lineOf(dragged, event));
      const header = headerAt(event);
      mark(head, header && columnOf(header) ? header : null);
    },
    pointerup: event => {
      if (!dragged) return;
      // A press alone, such as one half of a double click, changes nothing.
      if (Math.abs(event.clientX - dragged.from) > 2) setWidth(dragged.column, widthAt(dragged, event));
      end();
    },
    pointercancel: end,
    pointerleave: () => mark(head, null),
    dblclick: event => {
      const header = headerAt(event);
      const column = header && columnOf(header);
      if (column) setWidth(column, null);
    },
  };
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) head.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of all) head.removeEventListener(name, listener);
  };
}

/** The header whose edge is below the mouse. */
function headerAt({ target, clientX }: MouseEvent): HTMLTableCellElement | null {
  const header = target instanceof Element ? target.closest('th') : null;
  return header && header.getBoundingClientRect().right - clientX <= reach ? header : null;
}

function mark(head: HTMLElement, header: HTMLElement | null): void {
  for (const cell of head.querySelectorAll('th')) cell.toggleAttribute('data-edge', cell === header);
}

const widthAt = ({ column, from, width }: Dragged, { clientX }: MouseEvent) =>
  widthWithin(column, width + clientX - from);

/** Where the edge would be dropped: a line down the table, as far as it is on the screen. */
function lineOf(dragged: Dragged, event: MouseEvent): Line {
  const { left, top } = dragged.header.getBoundingClientRect();
  const bottom = dragged.header.closest('table')?.getBoundingClientRect().bottom ?? top;
  return { left: left + widthAt(dragged, event), top, height: Math.min(bottom, innerHeight) - top };
}
