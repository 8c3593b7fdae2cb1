import { Button } from '@mantine/core';
import { type LineStore, useLines } from '../../ui/line-store';
import type { LineValues } from './order-form-values';
import type { Pasted } from './use-paste';

type Props = { lines: LineStore<LineValues>; pasted: Pasted | null; onUndo: () => void };

/** What the last paste did, until the lines are edited. */
export function PasteNote({ lines, pasted, onUndo }: Props) {
  const isCurrent = useLines(lines) === pasted?.after;
  return (
    <div role="status">
      {pasted && isCurrent && (
        <div className="order-pasted">
          <span>{wordsOf(pasted)}</span>
          <Button size="xs" variant="default" onClick={onUndo}>
            Undo paste
          </Button>
        </div>
      )}
    </div>
  );
}

function wordsOf({ rows, left, products }: Pasted): string {
  const pasted = `${rows} ${rows === 1 ? 'row' : 'rows'} pasted`;
  const tooMany =
    left > 0
      ? ` ${left} more ${left === 1 ? 'does' : 'do'} not fit: an order can have at most 500 lines.`
      : '';
  if (products === null) return `${pasted}.${tooMany}`;
  if (products === 'searching') return `${pasted}. Looking up products…${tooMany}`;
  if (products === 'failed')
    return `${pasted}. Products could not be looked up, so new items are free text.${tooMany}`;
  const freeText = rows - products;
  return `${pasted}: ${products} ${products === 1 ? 'product' : 'products'}, ${freeText} free text.${tooMany}`;
}
