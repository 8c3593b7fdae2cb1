import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/** Why it cannot change whether stock of a product is tracked (rules A10, I4); a trigger refuses it too. */
export const trackingRefusals = {
  stock: 'There is stock of this product. Adjust it to zero before you turn off tracking its stock.',
  unbilled:
    'Goods of this product were received and are not billed yet. Record their bill or return them before you change this.',
} as const;

export type TrackingRefusal = keyof typeof trackingRefusals;

/** The products of which tracking cannot be turned on or off now, and why. */
export async function findTrackingRefusals(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, TrackingRefusal>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; has_stock: boolean; has_unbilled: boolean }>`
    select p.id, p.is_stocked and (s.quantity <> 0 or s.value_pence <> 0) as has_stock,
      exists (select from purchase_order_lines l join goods_received_lines g on g.purchase_order_line_id = l.id
        where l.product_id = p.id and g.is_stock = p.is_stocked
          and g.unbilled_pence + g.unbilled_vat_in_cost_pence <> 0) as has_unbilled
    from products p join stock_pools s on s.product_id = p.id where p.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
  const refusals = new Map<number, TrackingRefusal>();
  for (const { id, has_stock, has_unbilled } of rows)
    if (has_stock || has_unbilled) refusals.set(id, has_stock ? 'stock' : 'unbilled');
  return refusals;
}
