import type { Pence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { PriceRules, PromotionRule } from '#domain/pricing/price-rules';
import type { CatalogueEntry } from './catalogue';
import type { TillProduct } from './till-product';
import type { StockLevel } from './stock';

/** A product, what prices it, and its stock as last reported, if it was. */
type KnownEntry = CatalogueEntry & { readonly stock: StockLevel | null };

/**
 * The products on screen and in the basket, with what prices them. A few hundred at most: the whole catalogue stays
 * with the worker.
 */
export type KnownProducts = {
  readonly setHead: (head: CatalogueHead) => void;
  readonly head: () => CatalogueHead | null;
  readonly vatPercent: (code: VatCode) => number;
  /** Null for a product that is no longer sold. */
  readonly take: (id: number, entry: KnownEntry | null) => void;
  /** Those among the ids that the worker has not been asked for yet. */
  readonly missing: (ids: readonly number[]) => number[];
  readonly ids: () => number[];
  readonly entry: (id: number) => KnownEntry | undefined;
  readonly product: (id: number) => TillProduct | undefined;
  /** The data that prices these products for customers of a group, or of none. */
  readonly rulesFor: (productIds: readonly number[], groupId: number | null) => PriceRules;
};

export function createKnownProducts(): KnownProducts {
  const entries = new Map<number, KnownEntry | null>();
  let head: CatalogueHead | null = null;
  let promotions: readonly Running[] = [];
  const entry = (id: number) => entries.get(id) ?? undefined;
  return {
    setHead: next => {
      head = next;
      promotions = next.promotions.map(running);
    },
    head: () => head,
    vatPercent: code => percentOf(head, code),
    take: (id, known) => {
      // The latest last.
      entries.delete(id);
      entries.set(id, known);
    },
    missing: ids => [...new Set(ids)].filter(id => !entries.has(id)),
    ids: () => [...entries.keys()],
    entry,
    product: id => entry(id)?.product,
    rulesFor: (ids, groupId) => rulesOf({ head, promotions, entry }, [...new Set(ids)], groupId),
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
  readonly entry: (id: number) => CatalogueEntry | undefined;
};

function rulesOf(priced: Priced, ids: readonly number[], groupId: number | null): PriceRules {
  const { head } = priced;
  const group = head?.groups.find(({ id }) => id === groupId) ?? null;
  const entries = ids.flatMap(id => priced.entry(id) ?? []);
  const products = entries.map(({ product }) => product);
  return {
    group,
    products: entries.map(({ product, groupPrices }) => ({
      product_id: product.id,
      list_price: product.price,
      price_includes_vat: product.includesVat,
      vat_percent: percentOf(head, product.vatCode),
      group_price: groupPrice(groupPrices, group?.id),
    })),
    breaks: entries.flatMap(({ breaks }) =>
      breaks.filter(({ price_group_id }) => price_group_id === null || price_group_id === group?.id),
    ),
    promotions: priced.promotions.flatMap(promotion => ruleFor(promotion, products)),
  };
}

const groupPrice = (prices: CatalogueEntry['groupPrices'], groupId: number | undefined): Pence | null =>
  prices.find(([id]) => id === groupId)?.[1] ?? null;

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
