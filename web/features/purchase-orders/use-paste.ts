import type { UseFormReturnType } from '@mantine/form';
import type { ProductChoice } from '#domain/products/product.contract';
import type { Place } from '../../ui/lines/pasted-lines';
import { type LinePaste, useLinePaste } from '../../ui/lines/use-line-paste';
import { findEach, productNamed } from '../products';
import { useReadVatRates, vatOptions } from '../supplier-documents';
import type { LineValues, OrderFormValues } from './order-form-values';
import type { Sheet } from './order-line-row';
import {
  codesToFind,
  columnCount,
  type FoundProducts,
  itemsToFind,
  productWithCode,
  withPasted,
  withProducts,
} from './pasted-lines';
import { searchProducts } from './product-look-up';
import { lineAt } from './rows-in-view';

/** Pastes rows of a spreadsheet into the lines of an order, and looks up their products. */
export function usePaste(
  form: Pick<UseFormReturnType<OrderFormValues>, 'setErrors'>,
  { lines, supplierId }: Pick<Sheet, 'lines' | 'supplierId'>,
): LinePaste<LineValues> {
  const readVatRates = useReadVatRates();
  return useLinePaste(form, {
    lines,
    placeOf,
    isFound: ({ product }) => product !== null,
    fill: async (cells, at) => {
      // "5%" is a code only once the rates are known.
      const vatChoices = vatOptions(await readVatRates());
      const { hasItem, hasCode, hasVat, ...filled } = withPasted(lines.lines(), cells, at, vatChoices);
      const keys = new Set(filled.keys);
      return {
        ...filled,
        namesRecords: hasItem || (hasCode && supplierId !== null),
        find: async () => {
          const found = await productsOf(lines.lines(), keys, supplierId);
          return now =>
            found.byItem.size + found.byCode.size > 0 ? withProducts(now, keys, { found, hasVat }) : now;
        },
      };
    },
  });
}

/** The row and column of a field; null outside the columns that can be typed in. */
function placeOf(field: HTMLElement): Place | null {
  const cell = field.closest('td');
  const row = lineAt(field);
  if (!cell || row < 0) return null;
  // The first cell is the line's number.
  const column = cell.cellIndex - 1;
  return column < 0 || column >= columnCount ? null : { row, column };
}

/** The products of the pasted items and, once a supplier is chosen, of its codes. */
async function productsOf(
  lines: readonly LineValues[],
  keys: ReadonlySet<string>,
  supplierId: number | null,
): Promise<FoundProducts> {
  const find = (
    texts: readonly string[],
    choose: (text: string, found: readonly ProductChoice[]) => ProductChoice | undefined,
  ) => findEach(texts, async text => choose(text, await searchProducts(text, supplierId)));
  const codes = supplierId === null ? [] : codesToFind(lines, keys);
  const byItem = await find(itemsToFind(lines, keys), productNamed);
  return { byItem, byCode: await find(codes, productWithCode) };
}
