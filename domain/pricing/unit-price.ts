import { formatPounds, type Pence, toPence } from '../kernel/money';
import { formatPercent } from '../kernel/percent';
import { formatQuantity } from '../kernel/quantity';
import { roundHalfAwayFromZero } from '../kernel/rounding';
import type { PricedProduct, PriceRules, PromotionRule, QuantityBreak } from './price-rules';

export type PriceSource = 'list' | 'group' | 'break' | 'typed';

/** The unit price before promotions, with its reason. */
export type UnitPrice = { readonly price: Pence; readonly source: PriceSource; readonly reason: string };

/** A price less hundredths of a per cent, rounded to the penny (rule M2). */
export const lessPercent = (price: Pence, percentOff: number): Pence =>
  toPence(roundHalfAwayFromZero(BigInt(price) * BigInt(10_000 - percentOff), 10_000));

/**
 * The unit price before promotions: the lowest of the list price, the group price and any quantity break
 * reached. A group's own price for a product replaces its percentage. For equal prices the reason is list,
 * then group, then break.
 */
export function unitPriceOf(
  product: PricedProduct,
  units: bigint,
  group: PriceRules['group'],
  breaks: readonly QuantityBreak[],
): UnitPrice {
  let best: UnitPrice = { price: product.list_price, source: 'list', reason: 'List price' };
  const offer = (candidate: UnitPrice) => {
    if (candidate.price < best.price) best = candidate;
  };
  if (group && product.group_price !== null)
    offer({ price: product.group_price, source: 'group', reason: `${group.name} price` });
  else if (group)
    offer({
      price: lessPercent(product.list_price, group.percent_off),
      source: 'group',
      reason: `${group.name}: ${formatPercent(group.percent_off)} off`,
    });
  for (const entry of breaks) {
    const isTheirs = entry.price_group_id === null || entry.price_group_id === group?.id;
    if (isTheirs && units >= BigInt(entry.from_quantity))
      offer({ price: entry.unit_price, source: 'break', reason: breakWords(entry, group) });
  }
  return best;
}

const breakWords = (
  { price_group_id, from_quantity, unit_price }: QuantityBreak,
  group: PriceRules['group'],
) =>
  `${price_group_id === null ? '' : `${group?.name}: `}${formatPounds(unit_price)} each from ${formatQuantity(from_quantity)}`;

/** A price after a single-unit promotion. */
export type UnitPromotion = { readonly promotion: PromotionRule; readonly price: Pence };

/**
 * The best single-unit promotion. It applies to the list price and does not stack on a group price or
 * quantity break.
 */
export function unitPromotionOf(
  product: PricedProduct,
  base: Pence,
  promotions: readonly PromotionRule[],
): UnitPromotion | null {
  let best: UnitPromotion | null = null;
  for (const promotion of promotions) {
    const { terms } = promotion;
    if (terms.kind !== 'percentage' && terms.kind !== 'fixed_price') continue;
    if (!isFor(promotion, product.product_id)) continue;
    const price =
      terms.kind === 'percentage' ? lessPercent(product.list_price, terms.percent_off) : terms.price;
    if (price < (best?.price ?? base)) best = { promotion, price };
  }
  return best;
}

export const isFor = ({ product_ids }: PromotionRule, productId: number): boolean =>
  product_ids === null || product_ids.includes(productId);
