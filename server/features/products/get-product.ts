import { hasPermission, type Holder } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import type { ProductDetail } from '#domain/products/product.contract';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { findProduct, isUsed, listPriceChanges } from './product-detail.queries';
import { canSeeCost, percentText, productRowOf } from './product-reply';
import { sellingRatesOn } from './vat-rates.queries';

/** A product with all its details, as far as this user can see them. 404 when there is none. */
export async function getProduct(
  db: Reader,
  id: number,
  { actor, now }: { actor: Holder; now: Date },
): Promise<ProductDetail> {
  const product = ensureFound(await findProduct(db, id), 'Product');
  const [rateOf, prices, used] = [
    await sellingRatesOn(db, londonDate(now)),
    await listPriceChanges(db, id),
    await isUsed(db, id),
  ];
  const rate = rateOf(product.vat_code);
  const withCost = canSeeCost(actor);
  return {
    ...productRowOf(product, rate, withCost),
    buying_unit: product.buying_unit,
    buying_factor: quantityFromText(product.buying_factor),
    reorder_quantity: product.reorder_quantity === null ? null : quantityFromText(product.reorder_quantity),
    stock_policy: product.stock_policy,
    is_stocked: product.is_stocked,
    notes: product.notes,
    vat_percent: percentText(rate),
    ...(withCost ? { standard_cost: product.standard_cost } : {}),
    barcodes: product.barcodes.map(({ factor, ...barcode }) => ({
      ...barcode,
      factor: quantityFromText(factor),
    })),
    images: product.images,
    price_changes: prices.changes,
    price_changes_total: prices.total,
    can: { delete: !used && hasPermission(actor, 'delete_product') },
  };
}
