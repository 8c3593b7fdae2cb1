import { type RefObject, useEffect } from 'react';
import { useShortcut } from '../../platform/shortcuts';

/**
 * Arrow up and down, and in a list j and k, move between the rows, of which one is a tab stop; x selects the row. The
 * list's keys work from anywhere on the page.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, isOfList: boolean): void {
  const step = (to: 'nextElementSibling' | 'previousElementSibling') => {
    const current = focusedRow(body.current);
    const next = current ? current[to] : body.current?.querySelector('tr[tabindex]');
    if (next instanceof HTMLElement && next.hasAttribute('tabindex')) moveTo(next, body.current);
  };
  useShortcut('j', 'Next row', () => step('nextElementSibling'), isOfList);
  useShortcut('k', 'Previous row', () => step('previousElementSibling'), isOfList);
  useShortcut('x', 'Select the row', () => choose(focusedRow(body.current)), isOfList);
  useEffect(() => {
    const rows = body.current;
    if (!rows) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLTableRowElement)) return;
      if (event.key === 'ArrowDown') step('nextElementSibling');
      else if (event.key === 'ArrowUp') step('previousElementSibling');
      else return;
      event.preventDefault();
    };
    rows.addEventListener('keydown', onKey);
    return () => rows.removeEventListener('keydown', onKey);
  });
}

/** The row that has the focus or is around what has it. */
export const focusedRow = (body: HTMLElement | null): HTMLTableRowElement | null => {
  const row = document.activeElement?.closest('tr') ?? null;
  return row && body?.contains(row) ? row : null;
};

function moveTo(next: HTMLElement, body: HTMLElement | null): void {
  for (const row of body?.querySelectorAll<HTMLElement>('tr[tabindex="0"]') ?? []) row.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

const choose = (row: HTMLTableRowElement | null): void =>
  row?.querySelector<HTMLInputElement>('td:first-child input[type="checkbox"]:not(:disabled)')?.click();
