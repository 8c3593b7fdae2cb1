import { type ClipboardEvent, useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import type { ProductChoice } from '#domain/products/product.contract';
import { pastedCells } from '../../ui/pasted-cells';
import { useReadVatRates, vatOptions } from '../supplier-documents';
import type { LineValues, OrderFormValues } from './order-form-values';
import type { Sheet } from './order-line-row';
import {
  codesToFind,
  columnCount,
  type FoundProducts,
  itemsToFind,
  productNamed,
  productWithCode,
  withPasted,
  withProducts,
} from './pasted-lines';
import { searchProducts } from './product-look-up';
import { lineAt } from './rows-in-view';

/** What was pasted last. */
export type Pasted = {
  readonly before: readonly LineValues[];
  /** The lines after it: while they are these, it can be undone without losing anything else. */
  readonly after: readonly LineValues[];
  readonly rows: number;
  /** Rows that are more than an order can have. */
  readonly left: number;
  /** How many of the rows are products; null if neither items nor codes to look up were pasted. */
  readonly products: 'searching' | 'failed' | number | null;
};

type Paste = {
  readonly onPaste: (event: ClipboardEvent<HTMLTableElement>) => void;
  readonly pasted: Pasted | null;
  readonly undo: () => void;
};

/** Rows copied from a spreadsheet fill the lines from the field they are pasted into, to the right and down. */
export function usePaste(
  { setErrors }: Pick<UseFormReturnType<OrderFormValues>, 'setErrors'>,
  { lines, supplierId }: Pick<Sheet, 'lines' | 'supplierId'>,
): Paste {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const readVatRates = useReadVatRates();
  const put = (next: readonly LineValues[]) => {
    setErrors(known => Object.fromEntries(Object.entries(known).filter(([path]) => !isOfLines(path))));
    lines.set(next);
  };
  const findProducts = async (paste: Pasted, keys: ReadonlySet<string>, hasVat: boolean) => {
    const found = await productsOf(lines.lines(), keys, supplierId).catch(() => null);
    const isUnchanged = lines.lines() === paste.after;
    if (found && found.byItem.size + found.byCode.size > 0)
      lines.set(withProducts(lines.lines(), keys, { found, hasVat }));
    const products = found
      ? lines.lines().filter(({ key, product }) => keys.has(key) && product).length
      : ('failed' as const);
    setPasted(known =>
      known === paste ? { ...paste, after: isUnchanged ? lines.lines() : paste.after, products } : known,
    );
  };
  const fill = async (cells: readonly (readonly string[])[], at: { row: number; column: number }) => {
    // "5%" is a code only once the rates are known.
    const vatChoices = vatOptions(await readVatRates());
    const before = lines.lines();
    const { lines: next, keys, left, hasItem, hasCode, hasVat } = withPasted(before, cells, at, vatChoices);
    const looksUp = hasItem || (hasCode && supplierId !== null);
    put(next);
    const paste: Pasted = {
      before,
      after: lines.lines(),
      rows: keys.length,
      left,
      products: looksUp ? 'searching' : null,
    };
    setPasted(paste);
    if (looksUp) void findProducts(paste, new Set(keys), hasVat);
  };
  return {
    pasted,
    onPaste: event => {
      const cells = pastedCells(event.clipboardData.getData('text/plain'));
      const at = placeOf(event.target as HTMLElement);
      if (!cells || !at) return;
      event.preventDefault();
      void fill(cells, at);
    },
    undo: () => {
      if (pasted) put(pasted.before);
      setPasted(null);
    },
  };
}

const isOfLines = (path: string): boolean => path === 'lines' || path.startsWith('lines.');

/** The row and column of a field; null outside the columns that can be typed in. */
function placeOf(field: HTMLElement): { row: number; column: number } | null {
  const cell = field.closest('td');
  const row = lineAt(field);
  if (!cell || row < 0) return null;
  // The first cell is the line's number.
  const column = cell.cellIndex - 1;
  return column < 0 || column >= columnCount ? null : { row, column };
}

/** Few at a time, so that other users do not wait for a long paste. */
const searchesAtOnce = 4;

/** The products of the pasted items and, once a supplier is chosen, of its codes. */
async function productsOf(
  lines: readonly LineValues[],
  keys: ReadonlySet<string>,
  supplierId: number | null,
): Promise<FoundProducts> {
  const codes = supplierId === null ? [] : codesToFind(lines, keys);
  const byItem = await findEach(itemsToFind(lines, keys), supplierId, productNamed);
  return { byItem, byCode: await findEach(codes, supplierId, productWithCode) };
}

async function findEach(
  texts: readonly string[],
  supplierId: number | null,
  choose: (text: string, found: readonly ProductChoice[]) => ProductChoice | undefined,
): Promise<Map<string, ProductChoice>> {
  const left = texts.values();
  const found = new Map<string, ProductChoice>();
  const searchOn = async () => {
    for (const text of left) {
      const product = choose(text, await searchProducts(text, supplierId));
      if (product) found.set(text, product);
    }
  };
  await Promise.all(Array.from({ length: searchesAtOnce }, searchOn));
  return found;
}
