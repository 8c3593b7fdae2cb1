import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { ProductChoice } from '#domain/products/product.contract';
import { withoutLine } from '../../ui/lines/line-errors';
import type { LineStore } from '../../ui/lines/line-store';
import { type ChangeLine, useLineChange } from '../../ui/lines/use-line-change';
import { lineInUnit, lineOf } from './line-of-product';
import { blankLine, type LineValues, type OrderFormValues, type UnitChoice } from './order-form-values';
import { lineAt, type RowsInView, rowAt } from './rows-in-view';

/** Where Enter leads. */
export type NextCell = 'quantity' | 'unit_price' | 'next line';

/** What the cells of a row do. The functions are the same for as long as the form is open. */
export type LineWork = {
  readonly change: ChangeLine<LineValues>;
  readonly choose: (key: string, product: ProductChoice) => void;
  readonly chooseUnit: (key: string, unit: UnitChoice) => void;
  readonly remove: (key: string) => void;
  /** Moves to another cell of the line, or to the next line, which is added after the last. */
  readonly next: (key: string, cell: NextCell) => void;
  readonly addLine: () => void;
};

export function useLineWork(
  { errors, setErrors }: UseFormReturnType<OrderFormValues>,
  lines: LineStore<LineValues>,
  { table, rows }: { table: RefObject<HTMLTableElement | null>; rows: RowsInView },
): LineWork {
  const change = useLineChange({ errors, setErrors }, lines, clearedByAny);
  return useMemo(() => {
    const next = (key: string, cell: NextCell) => {
      const index = lines.placeOf(key);
      const isLast = index === lines.keys().length - 1;
      const [row, column] = cell === 'next line' ? [index + 1, 'item'] : [index, cell];
      // Rendered synchronously, so that fast typing goes into the cell Enter led to.
      flushSync(() => {
        if (cell === 'next line' && isLast) lines.set([...lines.lines(), blankLine()]);
        rows.show(lines.keys()[row] ?? '');
      });
      focusCell(table.current, row, column);
    };
    return {
      next,
      change,
      choose: (key, product) => {
        const line = lines.line(key);
        if (line) flushSync(() => change(key, lineOf(product, line)));
        next(key, 'quantity');
      },
      chooseUnit: (key, unit) => {
        const line = lines.line(key);
        if (line) change(key, lineInUnit(line, unit));
      },
      remove: key => {
        const index = lines.placeOf(key);
        setErrors(known => withoutLine(known, index));
        const left = lines.lines().filter(line => line.key !== key);
        lines.set(left.length === 0 ? [blankLine()] : left);
      },
      addLine: () => next(lines.keys().at(-1) ?? '', 'next line'),
    };
  }, [lines, rows, table, setErrors, change]);
}

/** Errors that any change of the line may have settled. */
const clearedByAny = ['description', 'product_id', 'discount_percent', 'discount_amount'];

function focusCell(table: HTMLTableElement | null, row: number, column: string): void {
  const line = rowAt(table, row);
  const cell =
    column === 'item'
      ? line?.querySelector<HTMLElement>('[role="combobox"]')
      : line?.querySelector<HTMLElement>(`[data-cell="${column}"]`);
  cell?.focus();
}

/** Arrow up and down move between lines within a column. */
export function moveBetweenLines(event: React.KeyboardEvent<HTMLTableElement>): void {
  const cell = (event.target as HTMLElement).dataset.cell;
  if (!cell || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const other = lineAt(event.target as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
  const target = rowAt(event.currentTarget, other)?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
