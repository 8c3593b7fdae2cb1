import { min, sum, take, type Whole } from './arithmetic';
import type { World } from './world';
import type { Late, Put } from './late-parts';

export const lateOf = (receipt: { readonly product: number }, quantity: Whole, amount: Whole): Late => ({
  product: receipt.product,
  receipt,
  quantity,
  amount,
});

/** For each product, the units on hand not claimed yet. */
function claims(world: World) {
  const claimed = new Map<number, Whole>();
  const left = (product: number): Whole => {
    const there = world.pool(product).quantity;
    return there <= 0n ? 0n : there - (claimed.get(product) ?? 0n);
  };
  const claimOf = (product: number, quantity: Whole): Whole => {
    const claim = min(quantity, left(product));
    claimed.set(product, (claimed.get(product) ?? 0n) + claim);
    return claim;
  };
  return { left, claimOf };
}

/** I11: the share of the units still on hand goes into stock, the rest is a variance. */
export function spreadLate(
  world: World,
  late: readonly Late[],
): { put: Put[]; toStock: Whole; toVariance: Whole } {
  const { left, claimOf } = claims(world);
  const again = world.takenBack.filter(one => !one.isPutBack && world.pool(one.product).moves === one.moves);
  const put = late.map(one => {
    // I15: re-entered for its receipt with no movement in between, it restores everything. I11: no unit is claimed twice in a posting.
    const same = again.find(
      back =>
        !back.isPutBack &&
        back.product === one.product &&
        back.receipt === one.receipt &&
        back.quantity === one.quantity &&
        back.amount === one.amount &&
        back.claim <= left(one.product),
    );
    if (same) {
      same.isPutBack = true;
      claimOf(one.product, same.claim);
      return { ...one, claim: same.claim, share: world.pool(one.product).revalue(same.share) };
    }
    const claim = claimOf(one.product, one.quantity);
    const value = claim === 0n ? 0n : take(one.amount, claim, one.quantity);
    return { ...one, claim, share: world.pool(one.product).revalue(value) };
  });
  const toStock = sum(put.map(({ share }) => share));
  return { put, toStock, toVariance: sum(late.map(({ amount }) => amount)) - toStock };
}

/** I15: takes off the part still on hand. Returns the change in stock value, and the variance. */
export function takeLateBack(world: World, put: readonly Put[]): { toStock: Whole; toVariance: Whole } {
  const { claimOf } = claims(world);
  const shares = put.map(one => {
    const still = claimOf(one.product, one.claim);
    const off = world.pool(one.product).revalue(still === 0n ? 0n : -take(one.share, still, one.claim));
    return { ...one, claim: still, share: -off };
  });
  world.takenBack.unshift(
    ...shares.map(one => ({ ...one, moves: world.pool(one.product).moves, isPutBack: false })),
  );
  const toStock = -sum(shares.map(({ share }) => share));
  return { toStock, toVariance: -sum(put.map(({ amount }) => amount)) - toStock };
}
