import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { lacksPermissionFor } from '#domain/approvals/when-approval-is-needed';
import type { Holder } from '#domain/kernel/access';
import { type Quantity, toQuantity } from '#domain/kernel/quantity';
import type { PricedSaleBasket } from './price-sale-basket';

export type Oversell = {
  readonly needs: readonly ApprovalNeed[];
  /** By product, how far below zero the sale takes stock, once approved. */
  readonly short: ReadonlyMap<number, Quantity>;
};

/**
 * Overselling of products whose stock policy allows it with approval: a user who may adjust stock can do it,
 * or approve it by PIN (finding F31). Other shortages are refused when stock moves.
 */
export function checkOversell(
  { calculated, products }: Pick<PricedSaleBasket, 'calculated' | 'products'>,
  actor: Holder,
): Oversell {
  const needed = new Map<number, number>();
  for (const { productId, quantity } of calculated.lines)
    needed.set(productId, (needed.get(productId) ?? 0) + quantity);
  const needs: ApprovalNeed[] = [];
  const short = new Map<number, Quantity>();
  for (const [productId, units] of needed) {
    const product = products.get(productId);
    if (!product?.is_stocked || product.stock_policy !== 'ask' || units <= product.pool_quantity) continue;
    const below = toQuantity(units - product.pool_quantity);
    short.set(productId, below);
    if (lacksPermissionFor('stock', actor))
      needs.push({ kind: 'stock', product_id: productId, quantity: toQuantity(units), short: below });
  }
  return { needs, short };
}
