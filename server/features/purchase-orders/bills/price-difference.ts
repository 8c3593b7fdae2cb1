import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { noQuantity, type Quantity, toQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import type { MovementKind } from '#domain/stock/movement-kind';
import type { DocumentRef } from '../../../kernel/ledger';
import { type LockedPool, type LockedPools, lockingPools, moveLockedStock } from '../../../kernel/stock';
import { askTogether } from '../../../platform/database/send-together';
import type { WriteContext } from '../../../platform/http/context';
import { findingReversedShares, type StoredLateCost, storeLateCosts } from '../late-costs/late-costs.queries';

/** A cost that arrives after the goods were received, for a quantity in the product's own unit. */
export type LateCost = {
  readonly productId: number;
  /** The receipt that its goods came with. */
  readonly receiptLineId: number;
  readonly line: number;
  readonly quantity: Quantity;
  readonly amount: Pence;
};

export type Posting = {
  readonly businessDate: CalendarDate;
  readonly kind: MovementKind;
  readonly document: DocumentRef;
  readonly reason?: string | null;
};

/**
 * Posts a late cost (rule I11): the share of the quantity still on hand changes the stock value, the rest is
 * a variance. Lines of one product claim the quantity on hand once, in line order, and stock value never
 * falls below zero. The claims are stored for the reversal. Returns both sums.
 */
export async function spreadLateCost(
  ctx: WriteContext,
  about: Posting,
  costs: readonly LateCost[],
): Promise<{ toStock: Pence; toVariance: Pence }> {
  // A line billed at its received cost claims its quantity too, so other lines of the product get only the
  // rest.
  const late = costs.filter(cost => cost.quantity > 0);
  const productIds = late.map(cost => cost.productId);
  // What is taken back is read once the products are locked.
  const [pools, reversed] = await askTogether(ctx.tx, [
    lockingPools(productIds),
    findingReversedShares(productIds),
  ]);
  const stock = new StockToShare(pools);
  const shared = late.map(cost => {
    // If an earlier line has claimed the quantity, this is a new posting and rule I11 alone applies.
    const at = reversed.findIndex(
      row => isSame(row, cost) && stock.claim(row.productId, row.claimed) === row.claimed,
    );
    const [restored] = at < 0 ? [] : reversed.splice(at, 1);
    // The same cost of the same receipt, re-entered with no movement in between, restores what its reversal took off (rule I15).
    if (restored) {
      const share = stock.put(cost.productId, restored.share, restored.claimed);
      return { ...cost, claimed: restored.claimed, share, restoresId: restored.id };
    }
    const claimed = stock.claim(cost.productId, cost.quantity);
    const share = stock.put(cost.productId, prorate(cost.amount, claimed, cost.quantity), claimed);
    return { ...cost, claimed, share };
  });
  await moveShares(ctx, about, shared, pools);
  await storeLateCosts(ctx.tx, about.document, shared);
  const toStock = sum(shared.map(({ share }) => share));
  return { toStock, toVariance: toPence(sum(costs.map(cost => cost.amount)) - toStock) };
}

/** What was posted before receipts were stored may be of any. */
const isSame = (row: StoredLateCost, cost: LateCost) =>
  row.productId === cost.productId &&
  row.quantity === cost.quantity &&
  row.amount === cost.amount &&
  (row.receiptLineId === null || row.receiptLineId === cost.receiptLineId);

type Share = { readonly productId: number; readonly line: number; readonly share: Pence };

/** Changes the stock value of locked products by the shares that are not zero. */
export async function moveShares(
  ctx: WriteContext,
  about: Posting,
  shares: readonly Share[],
  pools: LockedPools,
): Promise<void> {
  const movements = shares
    .filter(({ share }) => share !== 0)
    .map(({ productId, line, share }) => ({ productId, line, quantity: noQuantity, value: share }));
  await moveLockedStock(ctx, pools, { ...about, movements });
}

/** The quantity on hand of each product while the lines of one posting claim their part. */
export class StockToShare {
  private readonly remaining = new Map<number, Quantity>();
  private readonly values = new Map<number, number>();

  constructor(pools: ReadonlyMap<number, LockedPool>) {
    for (const [id, pool] of pools) {
      this.remaining.set(id, toQuantity(Math.max(0, pool.quantity)));
      this.values.set(id, pool.value);
    }
  }

  /** How much of the quantity is on hand and not claimed by an earlier line. */
  claim(productId: number, quantity: Quantity): Quantity {
    return toQuantity(Math.min(quantity, this.remaining.get(productId) ?? 0));
  }

  /** Adds a share to the stock value for the quantity it claims, never below zero. Returns the amount added. */
  put(productId: number, share: Pence, claimed: Quantity): Pence {
    this.remaining.set(productId, toQuantity(Math.max(0, (this.remaining.get(productId) ?? 0) - claimed)));
    if (claimed === 0) return toPence(0);
    const value = this.values.get(productId) ?? 0;
    const put = toPence(Math.max(share, 0 - value));
    this.values.set(productId, value + put);
    return put;
  }
}
