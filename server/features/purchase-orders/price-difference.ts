import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { noQuantity, type Quantity, toQuantity } from '#domain/kernel/quantity';
import { take } from '#domain/kernel/take';
import type { MovementKind } from '#domain/stock/movement-kind';
import type { DocumentRef } from '../../kernel/ledger';
import { type LockedPool, lockPools, moveStock } from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';
import { findReversedShares, storeLateCosts } from './late-costs.queries';

/** What came later to the cost of goods that were received: for so many of the product's own unit. */
export type LateCost = {
  readonly productId: number;
  readonly line: number;
  readonly of: Quantity;
  readonly amount: Pence;
};

export type Posting = {
  readonly businessDate: CalendarDate;
  readonly kind: MovementKind;
  readonly document: DocumentRef;
  readonly reason?: string | null;
};

/**
 * Puts a late difference where the goods are (rule I11): the share of the pieces still on hand changes the value of
 * the stock, the rest is a variance. Lines of one product share the pieces on hand once, in line order, and stock is
 * never brought below nothing. What was claimed is stored for the reversal. Answers the two sums.
 */
export async function spreadLateCost(
  ctx: WriteContext,
  about: Posting,
  costs: readonly LateCost[],
): Promise<{ toStock: Pence; toVariance: Pence }> {
  // A line that was billed as it was received claims its pieces, too: others of the product find only the rest.
  const late = costs.filter(cost => cost.of > 0);
  const productIds = late.map(cost => cost.productId);
  const pools = await lockPools(ctx.tx, productIds);
  const reversed = await findReversedShares(ctx.tx, productIds);
  const stock = new StockToShare(pools);
  const shared = late.map(cost => {
    // What a line in front has claimed is not there to be put back: then it is another posting, and rule I11 alone decides.
    const at = reversed.findIndex(
      row => isSame(row, cost) && stock.claim(row.productId, row.claimed) === row.claimed,
    );
    const [restored] = at < 0 ? [] : reversed.splice(at, 1);
    // The same cost again, with nothing in between, puts back what its reversal took off (rule I15).
    if (restored) {
      const share = stock.put(cost.productId, restored.share, restored.claimed);
      return { ...cost, claimed: restored.claimed, share, restoresId: restored.id };
    }
    const claimed = stock.claim(cost.productId, cost.of);
    const share = stock.put(cost.productId, take(cost.amount, claimed, cost.of), claimed);
    return { ...cost, claimed, share };
  });
  await moveShares(ctx, about, shared);
  await storeLateCosts(ctx.tx, about.document, shared);
  const toStock = sum(shared.map(({ share }) => share));
  return { toStock, toVariance: toPence(sum(costs.map(cost => cost.amount)) - toStock) };
}

const isSame = (row: { productId: number; quantity: Quantity; amount: Pence }, cost: LateCost) =>
  row.productId === cost.productId && row.quantity === cost.of && row.amount === cost.amount;

type Share = { readonly productId: number; readonly line: number; readonly share: Pence };

/** Changes the value of the stock by the shares that are not nothing. */
export async function moveShares(ctx: WriteContext, about: Posting, shares: readonly Share[]): Promise<void> {
  const movements = shares
    .filter(({ share }) => share !== 0)
    .map(({ productId, line, share }) => ({ productId, line, quantity: noQuantity, value: share }));
  await moveStock(ctx, { ...about, movements });
}

/** What is on hand of each product while the lines of one posting claim their part of it. */
export class StockToShare {
  private readonly left = new Map<number, Quantity>();
  private readonly values = new Map<number, number>();

  constructor(pools: ReadonlyMap<number, LockedPool>) {
    for (const [id, pool] of pools) {
      this.left.set(id, toQuantity(Math.max(0, pool.quantity)));
      this.values.set(id, pool.value);
    }
  }

  /** How many of these pieces are on hand and claimed by no earlier line. */
  claim(productId: number, of: Quantity): Quantity {
    return toQuantity(Math.min(of, this.left.get(productId) ?? 0));
  }

  /** Puts a share into stock for what it claims, as far as the value stays above nothing. Answers what went in. */
  put(productId: number, share: Pence, claimed: Quantity): Pence {
    this.left.set(productId, toQuantity(Math.max(0, (this.left.get(productId) ?? 0) - claimed)));
    if (claimed === 0) return toPence(0);
    const value = this.values.get(productId) ?? 0;
    const put = toPence(Math.max(share, 0 - value));
    this.values.set(productId, value + put);
    return put;
  }
}
