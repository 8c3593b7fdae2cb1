import { pastedWords, type Pasted } from '../../ui/lines/pasted-lines';
import type { LineValues } from './order-form-values';
import { maxLines } from './pasted-lines';

/** What was pasted into an order: how many products, and how many lines of free text. */
export function pasteWords(last: Pasted<LineValues>): string {
  const { pasted, tooMany } = pastedWords(last, { document: 'an order', maxLines });
  const { rows, found } = last;
  if (found === null) return `${pasted}.${tooMany}`;
  if (found === 'searching') return `${pasted}. Looking up products…${tooMany}`;
  if (found === 'failed')
    return `${pasted}. Products could not be looked up, so new items are free text.${tooMany}`;
  return `${pasted}: ${found} ${found === 1 ? 'product' : 'products'}, ${rows - found} free text.${tooMany}`;
}
