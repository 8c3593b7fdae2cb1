import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { type Quantity, toQuantity } from '#domain/kernel/quantity';
import { take } from '#domain/kernel/take';
import type { MovementKind } from '#domain/stock/movement-kind';
import type { DocumentRef } from '../../kernel/ledger';
import { lockPools, moveStock } from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';

/** What came later to the cost of goods that were received: for so many of the product's own unit. */
export type LateCost = {
  readonly productId: number;
  readonly line: number;
  readonly of: Quantity;
  readonly amount: Pence;
};

/**
 * Puts a late difference where the goods are (rule I11): the share of those still on hand changes the value of the
 * stock, the rest is a variance. Stock is never brought below nothing. Answers the two sums.
 */
export async function spreadLateCost(
  ctx: WriteContext,
  about: { readonly businessDate: CalendarDate; readonly kind: MovementKind; readonly document: DocumentRef },
  costs: readonly LateCost[],
): Promise<{ toStock: Pence; toVariance: Pence }> {
  const late = costs.filter(cost => cost.amount !== 0);
  const pools = await lockPools(
    ctx.tx,
    late.map(cost => cost.productId),
  );
  const values = new Map(Array.from(pools, ([id, pool]) => [id, pool.value as number]));
  const movements = late.map(({ productId, line, of, amount }) => {
    const onHand = Math.max(0, Math.min(pools.get(productId)?.quantity ?? 0, of));
    const share = of === 0 ? toPence(0) : take(amount, onHand, of);
    const value = values.get(productId) ?? 0;
    const bearable = toPence(Math.max(share, 0 - value));
    values.set(productId, value + bearable);
    return { productId, line, quantity: toQuantity(0), value: bearable };
  });
  await moveStock(ctx, { ...about, movements: movements.filter(movement => movement.value !== 0) });
  const toStock = movements.reduce((sum, movement) => sum + movement.value, 0);
  const all = late.reduce((sum, cost) => sum + cost.amount, 0);
  return { toStock: toPence(toStock), toVariance: toPence(all - toStock) };
}
