import type { Pence } from '#domain/kernel/money';
import type { Quantity } from '#domain/kernel/quantity';
import { wholeUnits } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { CatalogueHead, CatalogueProduct } from '#domain/pos/pos.contract';
import type { PriceRules, PromotionRule, QuantityBreak } from '#domain/pricing/price-rules';
import { fold, wordsOf } from './folded-text';
import { createProductIndex, type IndexedRow } from './product-index';

/** A product as sold at the till. */
export type TillProduct = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  readonly categoryId: number | null;
  readonly vatCode: VatCode;
  readonly price: Pence;
  readonly includesVat: boolean;
};

/** A scanned code: a product and a number of units. */
export type Scanned = { readonly product: TillProduct; readonly factor: Quantity };

/** A page of the catalogue, as sent by the server and stored on the device. */
export type CataloguePage = {
  readonly products: readonly CatalogueProduct[];
  readonly removed: readonly number[];
  readonly group_prices: readonly (readonly [number, number, Pence])[];
  readonly breaks: readonly (readonly [number, number | null, Quantity, Pence])[];
};

export type Catalogue = {
  /** Adds rows, replacing existing ones with everything that belongs to them. */
  readonly take: (page: CataloguePage) => void;
  /** Removes all other products after a full reload. */
  readonly keepOnly: (ids: ReadonlySet<number>) => void;
  /** Prepares the index, so that the first search does not wait. */
  readonly prepare: () => void;
  readonly setHead: (head: CatalogueHead) => void;
  readonly head: () => CatalogueHead | null;
  readonly vatPercent: (code: VatCode) => number;
  readonly size: () => number;
  readonly product: (id: number) => TillProduct | undefined;
  /** Finds a product by its complete barcode or SKU. */
  readonly scan: (code: string) => Scanned | undefined;
  /**
   * Searches by parts of the name, SKU or barcode, best match first. Tolerates typing errors when nothing
   * matches exactly.
   */
  readonly search: (text: string, limit?: number) => TillProduct[];
  readonly ofCategory: (categoryId: number, limit?: number) => TillProduct[];
  /** The data that prices these products for customers of a group, or of none. */
  readonly rulesFor: (productIds: readonly number[], groupId: number | null) => PriceRules;
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
    const folded = fold(name);
    const row = {
      product: { id, sku, name, unit, categoryId, vatCode, price, includesVat },
      name: folded,
      text: `${folded} ${fold([sku, ...barcodes.map(([code]) => code)].join(' '))}`,
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
  const scan = (code: string): Scanned | undefined => {
    const found = codes.get(code) ?? codes.get(`sku ${code.toLowerCase()}`);
    const row = found && rows.get(found.id);
    return row && { product: row.product, factor: found.factor };
  };
  const keepOnly = (ids: ReadonlySet<number>) => {
    const removed = Array.from(rows.values()).filter(({ product }) => !ids.has(product.id));
    for (const { product } of removed) forget(product.id);
    index.changed(removed, []);
  };
  return { rows, index, groupPrices, breaks, take, keepOnly, scan };
}

/** The catalogue in memory: finds products among tens of thousands between two key presses. */
export function createCatalogue(): Catalogue {
  const store = createRows();
  const { rows, index, scan } = store;
  let head: CatalogueHead | null = null;
  let promotions: readonly Running[] = [];
  const product = (id: number) => rows.get(id)?.product;

  return {
    take: store.take,
    keepOnly: store.keepOnly,
    prepare: index.prepare,
    setHead: next => {
      head = next;
      promotions = next.promotions.map(running);
    },
    head: () => head,
    vatPercent: code => percentOf(head, code),
    size: () => rows.size,
    product,
    scan,
    search: (text, max = 24) => {
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const exact = scan(text.trim())?.product;
      const plain = words.map(word => [word]);
      const asTyped = index.search(plain, max);
      const found = asTyped.length > 0 || exact ? asTyped : index.search(words.map(index.similarTo), max);
      return exact ? [exact, ...found.filter(({ id }) => id !== exact.id)].slice(0, max) : found;
    },
    ofCategory: (categoryId, max = 60) =>
      index
        .inOrder()
        .filter(row => row.product.categoryId === categoryId)
        .slice(0, max)
        .map(row => row.product),
    rulesFor: (productIds, groupId) =>
      rulesOf(
        { head, promotions, product, groupPrices: store.groupPrices, breaks: store.breaks },
        Array.from(new Set(productIds)),
        groupId,
      ),
  };
}

/** A promotion with its products as sets, because it is checked after every scan. */
type Running = {
  readonly rule: PromotionRule;
  readonly chosen: Chosen | null;
  /** For mix and match. */
  readonly groups: readonly Chosen[];
};
type Chosen = { readonly productIds: ReadonlySet<number>; readonly categoryIds: ReadonlySet<number> };

function running({ category_ids, group_categories, ...rule }: CatalogueHead['promotions'][number]): Running {
  const { terms, product_ids } = rule;
  return {
    rule,
    chosen: product_ids && { productIds: new Set(product_ids), categoryIds: new Set(category_ids) },
    groups:
      terms.kind === 'mix_and_match'
        ? terms.groups.map((group, index) => ({
            productIds: new Set(group.product_ids),
            categoryIds: new Set(group_categories[index]),
          }))
        : [],
  };
}

const isChosen = ({ productIds, categoryIds }: Chosen, { id, categoryId }: TillProduct): boolean =>
  productIds.has(id) || (categoryId !== null && categoryIds.has(categoryId));

const percentOf = (head: CatalogueHead | null, code: VatCode): number =>
  head?.rates.find(({ vat_code }) => vat_code === code)?.percent ?? 0;

type Priced = {
  readonly head: CatalogueHead | null;
  readonly promotions: readonly Running[];
  readonly product: (id: number) => TillProduct | undefined;
  readonly groupPrices: ReadonlyMap<number, ReadonlyMap<number, Pence>>;
  readonly breaks: ReadonlyMap<number, readonly QuantityBreak[]>;
};

function rulesOf(priced: Priced, ids: readonly number[], groupId: number | null): PriceRules {
  const { head } = priced;
  const group = head?.groups.find(({ id }) => id === groupId) ?? null;
  const products = ids.flatMap(id => priced.product(id) ?? []);
  return {
    group,
    products: products.map(product => ({
      product_id: product.id,
      list_price: product.price,
      price_includes_vat: product.includesVat,
      vat_percent: percentOf(head, product.vatCode),
      group_price: (group && priced.groupPrices.get(product.id)?.get(group.id)) ?? null,
    })),
    breaks: ids.flatMap(id =>
      (priced.breaks.get(id) ?? []).filter(
        entry => entry.price_group_id === null || entry.price_group_id === group?.id,
      ),
    ),
    promotions: priced.promotions.flatMap(promotion => ruleFor(promotion, products)),
  };
}

/** A promotion with its products in the basket; none when it does not apply. */
function ruleFor({ rule, chosen, groups }: Running, products: readonly TillProduct[]): PromotionRule[] {
  const idsOf = (selection: Chosen) =>
    products.filter(product => isChosen(selection, product)).map(({ id }) => id);
  const { terms } = rule;
  if (terms.kind === 'mix_and_match')
    return [
      {
        ...rule,
        terms: {
          ...terms,
          groups: terms.groups.map(({ units }, index) => {
            const group = groups[index];
            return { units, product_ids: group ? idsOf(group) : [] };
          }),
        },
      },
    ];
  if (chosen === null) return [rule];
  const product_ids = idsOf(chosen);
  return product_ids.length === 0 ? [] : [{ ...rule, product_ids }];
}
