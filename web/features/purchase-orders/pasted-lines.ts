import { unitName } from '#domain/kernel/unit-words';
import type { ProductChoice } from '#domain/products/product.contract';
import { type FilledLines, isAlike, pastedVatCode, type Place, withCells } from '../../ui/lines/pasted-lines';
import { typedQuantity, typedUnitCost } from '../../ui/form/typed-figures';
import { lineInUnit, lineOf, withoutProduct } from './line-of-product';
import { blankLine, isBlank, type LineValues, typedDiscount } from './order-form-values';

/** The columns of the line editor that take pasted cells, from the first. */
const columns = ['item', 'supplier_code', 'unit', 'quantity', 'unit_price', 'discount', 'vat_code'] as const;
type ColumnName = (typeof columns)[number];
export const columnCount = columns.length;

/** As the contract limits it. */
export const maxLines = 500;

type VatChoices = readonly { value: string; label: string }[];

export type PastedLines = FilledLines<LineValues> & {
  /** Whether the item, the supplier's code of a line without product, or the VAT was among the cells. */
  readonly hasItem: boolean;
  readonly hasCode: boolean;
  readonly hasVat: boolean;
};

/** Puts rows copied from a spreadsheet into the lines, from one cell to the right and down. */
export function withPasted(
  lines: readonly LineValues[],
  rows: readonly (readonly string[])[],
  at: Place,
  vatChoices: VatChoices,
): PastedLines {
  const {
    lines: next,
    keys,
    left,
  } = withCells(lines, rows, at, {
    columns,
    blankLine,
    maxLines,
    changesOf: (line, name, text) => changesOf(line, name, text, vatChoices),
  });
  const fitting = rows.slice(0, keys.length);
  const names = columns.slice(at.column);
  const last = next.at(-1);
  return {
    // There is always an empty line at the end.
    lines: last && isBlank(last) ? next : [...next, blankLine()],
    keys,
    left,
    hasItem: at.column === 0 && fitting.some(([item]) => item !== ''),
    hasCode: names.includes('supplier_code') && codesToFind(next, new Set(keys)).length > 0,
    hasVat: fitting.some(cells => cells.length >= names.length),
  };
}

function changesOf(
  line: LineValues,
  name: ColumnName,
  text: string,
  vatChoices: VatChoices,
): Partial<LineValues> {
  if (name === 'item') return itemChanges(line, text);
  if (name === 'unit') return unitChanges(line, text);
  if (name === 'quantity') return { quantity: typedQuantity(text) };
  if (name === 'unit_price') return { unit_price: typedUnitCost(text) };
  if (name === 'discount') return { discount: typedDiscount(text) };
  if (name === 'supplier_code') return { supplier_code: text };
  const code = pastedVatCode(text, vatChoices);
  return code === null ? {} : { vat_code: code };
}

/** A line of which goods were received keeps its item, as in its field. */
function itemChanges({ received, product, description }: LineValues, text: string): Partial<LineValues> {
  const isSame = [product?.sku, product?.name, description].some(known => known && isAlike(known, text));
  if (received !== '' || isSame) return {};
  if (product) return { ...withoutProduct, description: text };
  return { description: text, units: [], unit: '', factor: '' };
}

/** The price follows the unit, unless the pasted row has a price of its own. */
function unitChanges(line: LineValues, text: string): Partial<LineValues> {
  if (!line.product) return { unit: text };
  const chosen = line.units.find(
    ({ unit, factor }) => isAlike(unit, text) || isAlike(unitName(unit, factor), text),
  );
  return chosen ? lineInUnit(line, chosen) : {};
}

/** The texts of pasted items that may be products. */
export const itemsToFind = (lines: readonly LineValues[], keys: ReadonlySet<string>): string[] => [
  ...new Set(
    lines.flatMap(({ key, product, description }) =>
      keys.has(key) && !product && description.trim() !== '' ? [description] : [],
    ),
  ),
];

/** The supplier's codes on the lines that have no product. */
export const codesToFind = (lines: readonly LineValues[], keys: ReadonlySet<string>): string[] => [
  ...new Set(
    lines.flatMap(({ key, product, supplier_code }) =>
      keys.has(key) && !product && supplier_code.trim() !== '' ? [supplier_code] : [],
    ),
  ),
];

/** The product that the supplier calls so; none if several are. A SKU or barcode that looks the same is not meant. */
export function productWithCode(text: string, found: readonly ProductChoice[]): ProductChoice | undefined {
  const named = found.filter(({ supplier_code: code }) => code !== null && isAlike(code, text));
  return named.length === 1 ? named[0] : undefined;
}

/** The products found by the text of an item, and by a code of the supplier. */
export type FoundProducts = {
  readonly byItem: ReadonlyMap<string, ProductChoice>;
  readonly byCode: ReadonlyMap<string, ProductChoice>;
};

/**
 * The lines with the products found: by the item, else by the supplier's code beside it. A line that was edited in the
 * meantime stays as it is.
 */
export const withProducts = (
  lines: readonly LineValues[],
  keys: ReadonlySet<string>,
  { found, hasVat }: { readonly found: FoundProducts; readonly hasVat: boolean },
): LineValues[] =>
  lines.map(line => {
    const isMeant = keys.has(line.key) && !line.product;
    const product = isMeant
      ? (found.byItem.get(line.description) ?? found.byCode.get(line.supplier_code))
      : undefined;
    if (!product) return line;
    const filled = { ...line, ...lineOf(product, line) };
    const price = line.unit_price === '' ? {} : { unit_price: line.unit_price };
    const vat = hasVat ? { vat_code: line.vat_code } : {};
    return { ...filled, ...unitChanges(filled, line.unit), ...price, ...vat };
  });
