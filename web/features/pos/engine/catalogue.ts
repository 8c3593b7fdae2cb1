import type { Pence } from '#domain/kernel/money';
import { type Quantity, wholeUnits } from '#domain/kernel/quantity';
import type { CatalogueProduct } from '#domain/pos/pos.contract';
import type { QuantityBreak } from '#domain/pricing/price-rules';
import { fold } from './folded-text';
import type { IndexedRow } from './indexed-rows';
import { createProductIndex } from './product-index';
import { searchName, searchWords } from './search-text';
import type { TillProduct } from './till-product';

/** A page of the catalogue, as sent by the server and stored on the device. */
export type CataloguePage = {
  readonly products: readonly CatalogueProduct[];
  readonly removed: readonly number[];
  readonly group_prices: readonly (readonly [number, number, Pence])[];
  readonly breaks: readonly (readonly [number, number | null, Quantity, Pence])[];
};

/** A product with everything that prices it. */
export type CatalogueEntry = {
  readonly product: TillProduct;
  /** By price group. */
  readonly groupPrices: readonly (readonly [number, Pence])[];
  readonly breaks: readonly QuantityBreak[];
};

/** A product found by a code, with the units the code stands for, or by a search. */
export type FoundEntry = CatalogueEntry & { readonly factor: Quantity };

export type Catalogue = {
  /** Adds rows, replacing existing ones with everything that belongs to them. */
  readonly take: (page: CataloguePage) => void;
  /** Removes all other products after a full reload. */
  readonly keepOnly: (ids: ReadonlySet<number>) => void;
  /** What prepares the index, so that the first search does not wait. Each step takes a moment. */
  readonly steps: () => readonly (() => unknown)[];
  readonly size: () => number;
  readonly entry: (id: number) => CatalogueEntry | undefined;
  /** Finds a product by its complete barcode or SKU. */
  readonly scan: (code: string) => FoundEntry | undefined;
  /**
   * Searches by parts of the name, SKU or barcode, best match first. Tolerates typing errors when no product has
   * what was typed.
   */
  readonly search: (text: string, limit?: number) => FoundEntry[];
  readonly ofCategory: (categoryId: number | null, limit?: number) => CatalogueEntry[];
};

const one = wholeUnits(1);

type Row = IndexedRow & { readonly codes: readonly string[] };

/** The rows, with everything that belongs to each. */
function createRows() {
  const rows = new Map<number, Row>();
  const codes = new Map<string, { readonly id: number; readonly factor: Quantity }>();
  const index = createProductIndex(() => rows.values());
  const groupPrices = new Map<number, Map<number, Pence>>();
  const breaks = new Map<number, QuantityBreak[]>();
  const forget = (id: number) => {
    for (const code of rows.get(id)?.codes ?? []) if (codes.get(code)?.id === id) codes.delete(code);
    rows.delete(id);
    groupPrices.delete(id);
    breaks.delete(id);
  };
  const add = ([
    id,
    sku,
    name,
    unit,
    categoryId,
    vatCode,
    price,
    includesVat,
    barcodes,
  ]: CatalogueProduct) => {
    forget(id);
    const skuCode = `sku ${sku.toLowerCase()}`;
    for (const [code, factor] of barcodes) codes.set(code, { id, factor });
    codes.set(skuCode, { id, factor: one });
    const searched = searchName(name);
    const row = {
      product: { id, sku, name, unit, categoryId, vatCode, price, includesVat },
      name: searched,
      text: `${searched} ${fold([sku, ...barcodes.map(([code]) => code)].join(' '))}`,
      codes: [skuCode, ...barcodes.map(([code]) => code)],
    };
    rows.set(id, row);
    return row;
  };
  const take = (page: CataloguePage) => {
    const touched = [...page.removed, ...page.products.map(([id]) => id)];
    const removed = touched.flatMap(id => rows.get(id) ?? []);
    for (const id of page.removed) forget(id);
    index.changed(removed, page.products.map(add));
    for (const [id, groupId, price] of page.group_prices)
      groupPrices.set(id, (groupPrices.get(id) ?? new Map<number, Pence>()).set(groupId, price));
    for (const [product_id, price_group_id, from_quantity, unit_price] of page.breaks) {
      const entry = { product_id, price_group_id, from_quantity, unit_price };
      breaks.set(product_id, [...(breaks.get(product_id) ?? []), entry]);
    }
  };
  const entry = (id: number): CatalogueEntry | undefined => {
    const product = rows.get(id)?.product;
    return product && entryOf(product);
  };
  const entryOf = (product: TillProduct): CatalogueEntry => ({
    product,
    groupPrices: Array.from(groupPrices.get(product.id) ?? []),
    breaks: breaks.get(product.id) ?? [],
  });
  const scan = (code: string): FoundEntry | undefined => {
    const found = codes.get(code) ?? codes.get(`sku ${code.toLowerCase()}`);
    const product = found && rows.get(found.id)?.product;
    return product && { ...entryOf(product), factor: found.factor };
  };
  const keepOnly = (ids: ReadonlySet<number>) => {
    const removed = Array.from(rows.values()).filter(({ product }) => !ids.has(product.id));
    for (const { product } of removed) forget(product.id);
    index.changed(removed, []);
  };
  return { rows, index, take, keepOnly, entry, entryOf, scan };
}

/** The whole catalogue in memory: finds products among tens of thousands between two key presses. */
export function createCatalogue(): Catalogue {
  const { rows, index, take, keepOnly, entry, entryOf, scan } = createRows();
  return {
    take,
    keepOnly,
    steps: index.steps,
    size: () => rows.size,
    entry,
    scan,
    search: (text, max = 24) => {
      const words = searchWords(text);
      if (words.length === 0) return [];
      const exact = scan(text.trim());
      const found = index
        .search(words, max)
        .filter(({ id }) => id !== exact?.product.id)
        .map(product => ({ ...entryOf(product), factor: one }));
      return exact ? [exact, ...found].slice(0, max) : found;
    },
    ofCategory: (categoryId, max = 60) =>
      index
        .inOrder()
        .filter(row => row.product.categoryId === categoryId)
        .slice(0, max)
        .map(row => entryOf(row.product)),
  };
}
