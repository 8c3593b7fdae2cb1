import { priceInMode } from '#domain/pricing/price-in-mode';
import { catalogue } from './device/products';
import type { TillProduct } from './engine/till-product';

/** A product's price in the basket's price mode, before groups and promotions. */
export function shelfPrice(product: TillProduct, mode: 'inclusive' | 'exclusive') {
  return priceInMode(product.price, product.includesVat, mode, catalogue.vatPercent(product.vatCode));
}
