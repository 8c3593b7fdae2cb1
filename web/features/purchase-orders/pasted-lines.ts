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
  /** Whether the item, the supplier's code of a line without product, or the VAT was among the cells. */
  readonly hasItem: boolean;
  readonly hasCode: boolean;
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

/** The product that a pasted text stands for: its barcode, its stock code, the supplier's code or its whole name. */
export const productNamed = (text: string, found: readonly ProductChoice[]): ProductChoice | undefined =>
  found.find(({ is_exact }) => is_exact) ?? found.find(({ name }) => isAlike(name, text));

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
