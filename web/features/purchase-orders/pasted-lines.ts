import type { VatCode } from '#domain/kernel/vat';
import { unitName } from '#domain/kernel/unit-words';
import type { ProductChoice } from '#domain/products/product.contract';
import { typedQuantity, typedUnitCost } from '../../ui/typed-figures';
import { lineInUnit, lineOf, withoutProduct } from './line-of-product';
import { blankLine, isBlank, type LineValues, typedDiscount } from './order-form-values';

/** The columns of the line editor that take pasted cells, from the first. */
const columns = ['item', 'supplier_code', 'unit', 'quantity', 'unit_price', 'discount', 'vat_code'] as const;
type ColumnName = (typeof columns)[number];
export const columnCount = columns.length;

/** As the contract limits it. */
const maxLines = 500;

type VatChoices = readonly { value: string; label: string }[];

export type PastedLines = {
  readonly lines: readonly LineValues[];
  /** The lines that were pasted into. */
  readonly keys: readonly string[];
  /** Rows that are more than an order can have. */
  readonly left: number;
  /** Whether the item or the VAT was among the cells. */
  readonly hasItem: boolean;
  readonly hasVat: boolean;
};

/** Puts rows copied from a spreadsheet into the lines, from one cell to the right and down. */
export function withPasted(
  lines: readonly LineValues[],
  rows: readonly (readonly string[])[],
  at: { readonly row: number; readonly column: number },
  vatChoices: VatChoices,
): PastedLines {
  const fitting = rows.slice(0, Math.max(0, maxLines - at.row));
  const names = columns.slice(at.column);
  const next = [...lines];
  const keys = fitting.map((cells, nth) => {
    const line = names.reduce(
      (filled, name, column) => {
        const text = cells[column];
        return text === undefined ? filled : { ...filled, ...changesOf(filled, name, text, vatChoices) };
      },
      next[at.row + nth] ?? blankLine(),
    );
    next[at.row + nth] = line;
    return line.key;
  });
  const last = next.at(-1);
  return {
    // There is always an empty line at the end.
    lines: last && isBlank(last) ? next : [...next, blankLine()],
    keys,
    left: rows.length - fitting.length,
    hasItem: at.column === 0 && fitting.some(([item]) => item !== ''),
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
  const code = vatCodeOf(text, vatChoices);
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

/** "S", "20%" or "S 20%"; null if it is none of the codes. */
function vatCodeOf(text: string, choices: VatChoices): VatCode | null {
  const found = choices.find(({ value, label }) =>
    [value, label, label.slice(value.length)].some(known => isAlike(known, text)),
  );
  return (found?.value as VatCode | undefined) ?? null;
}

const isAlike = (one: string, other: string): boolean =>
  one.replaceAll(/\s/g, '').toLowerCase() === other.replaceAll(/\s/g, '').toLowerCase();

/** The texts of pasted items that may be products. */
export const itemsToFind = (lines: readonly LineValues[], keys: ReadonlySet<string>): string[] => [
  ...new Set(
    lines.flatMap(({ key, product, description }) =>
      keys.has(key) && !product && description.trim() !== '' ? [description] : [],
    ),
  ),
];

/** The product that a pasted text stands for: its barcode, its stock code or its whole name. */
export const productNamed = (text: string, found: readonly ProductChoice[]): ProductChoice | undefined =>
  found.find(({ is_exact }) => is_exact) ?? found.find(({ name }) => isAlike(name, text));

/** The lines with the products found. A line that was edited in the meantime stays as it is. */
export const withProducts = (
  lines: readonly LineValues[],
  keys: ReadonlySet<string>,
  { found, hasVat }: { readonly found: ReadonlyMap<string, ProductChoice>; readonly hasVat: boolean },
): LineValues[] =>
  lines.map(line => {
    const product = keys.has(line.key) && !line.product ? found.get(line.description) : undefined;
    if (!product) return line;
    const filled = { ...line, ...lineOf(product, line) };
    const price = line.unit_price === '' ? {} : { unit_price: line.unit_price };
    const vat = hasVat ? { vat_code: line.vat_code } : {};
    return { ...filled, ...unitChanges(filled, line.unit), ...price, ...vat };
  });
