import type { Pence } from '../kernel/money';
import type { PriceMode } from '../kernel/vat';
import { priceInMode } from './price-in-mode';
import type { PricedProduct, PriceRules, PromotionRule } from './price-rules';

/**
 * The rules with every price in the mode of one document (rule V3), so that a basket can mix products priced
 * including and excluding VAT. Fixed prices are converted for each kind of product. Deal prices stay as they
 * are, because only their shares belong to products.
 */
export function rulesInMode(rules: PriceRules, mode: PriceMode): PriceRules {
  const products = new Map(rules.products.map(product => [product.product_id, product]));
  const turn = (price: Pence, product: PricedProduct) =>
    priceInMode(price, product.price_includes_vat, mode, product.vat_percent);
  return {
    group: rules.group,
    products: rules.products.map(product => ({
      ...product,
      list_price: turn(product.list_price, product),
      group_price: product.group_price === null ? null : turn(product.group_price, product),
      price_includes_vat: mode === 'inclusive',
    })),
    breaks: rules.breaks.flatMap(entry => {
      const product = products.get(entry.product_id);
      return product ? [{ ...entry, unit_price: turn(entry.unit_price, product) }] : [];
    }),
    promotions: rules.promotions.flatMap(promotion => inMode(promotion, rules.products, turn)),
  };
}

function inMode(
  promotion: PromotionRule,
  products: readonly PricedProduct[],
  turn: (price: Pence, product: PricedProduct) => Pence,
): PromotionRule[] {
  const { terms } = promotion;
  if (terms.kind !== 'fixed_price') return [promotion];
  const byPrice = new Map<Pence, number[]>();
  for (const product of products) {
    if (promotion.product_ids !== null && !promotion.product_ids.includes(product.product_id)) continue;
    const price = turn(terms.price, product);
    byPrice.set(price, [...(byPrice.get(price) ?? []), product.product_id]);
  }
  return [...byPrice].map(([price, product_ids]) => ({
    ...promotion,
    product_ids,
    terms: { ...terms, price },
  }));
}
