import { type Pence, sum, toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import { lockPools } from '../../../kernel/stock';
import type { WriteContext } from '../../../platform/http/context';
import { findEarlierShares, findLateCosts, storeLateCosts } from './late-costs.queries';
import { moveShares, type Posting, StockToShare } from '../bills/price-difference';

/** Locks the stock a late cost changed before its journal is mirrored: stock is locked before the books. */
export async function lockLateCosts(ctx: WriteContext, document: Posting['document']): Promise<void> {
  const costs = [...(await findLateCosts(ctx.tx, document)), ...(await findEarlierShares(ctx.tx, document))];
  await lockPools(
    ctx.tx,
    costs.map(({ productId }) => productId),
  );
}

/**
 * Reverses a late cost (rule I15): of the share added to stock for the quantity it claimed, the part still on
 * hand comes off; lines of one product share the quantity on hand once. Returns what the document had added
 * to stock and what came off now; the caller posts the difference as a price variance.
 */
export async function reverseLateCost(
  ctx: WriteContext,
  about: Posting,
): Promise<{ put: Pence; takenOff: Pence }> {
  const costs = await findLateCosts(ctx.tx, about.document);
  if (costs.length === 0) return reverseEarlier(ctx, about);
  const pools = await lockPools(
    ctx.tx,
    costs.map(cost => cost.productId),
  );
  const stock = new StockToShare(pools);
  const reversals = costs.map(cost => {
    const claimed = stock.claim(cost.productId, cost.claimed);
    const part = claimed === 0 ? toPence(0) : prorate(cost.share, claimed, cost.claimed);
    const share = stock.put(cost.productId, toPence(0 - part), claimed);
    const amount = toPence(0 - cost.amount);
    return { ...cost, claimed, amount, share, reversesId: cost.id };
  });
  await moveShares(ctx, about, reversals, pools);
  await storeLateCosts(ctx.tx, about.document, reversals);
  return totals(costs, reversals);
}

/**
 * For documents posted before claims were stored: their lines did not share the quantity on hand, so each
 * reverses its own.
 */
async function reverseEarlier(ctx: WriteContext, about: Posting): Promise<{ put: Pence; takenOff: Pence }> {
  const shares = await findEarlierShares(ctx.tx, about.document);
  const pools = await lockPools(
    ctx.tx,
    shares.map(share => share.productId),
  );
  const stock = new StockToShare(pools);
  const reversals = shares.map(line => {
    const onHand = toQuantity(Math.max(0, pools.get(line.productId)?.quantity ?? 0));
    const claimed = toQuantity(Math.min(onHand, line.claimed));
    const part = claimed <= 0 ? toPence(0) : prorate(line.share, claimed, line.claimed);
    return { ...line, share: stock.put(line.productId, toPence(0 - part), claimed) };
  });
  await moveShares(ctx, about, reversals, pools);
  return totals(shares, reversals);
}

const totals = (before: readonly { share: Pence }[], after: readonly { share: Pence }[]) => ({
  put: sum(before.map(({ share }) => share)),
  takenOff: toPence(0 - sum(after.map(({ share }) => share))),
});
