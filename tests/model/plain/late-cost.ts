import { least, sum, take, type Whole } from './arithmetic';
import type { World } from './world';

/** What came later to the cost of a receipt's line of `of` pieces. */
export type Late = { readonly product: number; readonly of: Whole; readonly amount: Whole };
/** What of it went into stock, for how many pieces (rules I11, I15). */
export type Put = Late & { readonly claim: Whole; readonly share: Whole };

/** Of each product's stock the pieces that nobody has claimed yet. */
function claims(world: World) {
  const left = new Map<number, Whole>();
  return (product: number, wanted: Whole): Whole => {
    const there = left.get(product) ?? world.pool(product).quantity;
    const claim = there <= 0n ? 0n : least(wanted, there);
    left.set(product, there - claim);
    return claim;
  };
}

/** I11: the part of the pieces that are still here goes into stock, the rest is a variance. */
export function spreadLate(
  world: World,
  late: readonly Late[],
): { put: Put[]; toStock: Whole; toVariance: Whole } {
  const claimOf = claims(world);
  const put = late.map(one => {
    const claim = claimOf(one.product, one.of);
    const wanted = claim === 0n ? 0n : take(one.amount, claim, one.of);
    return { ...one, claim, share: world.pool(one.product).revalue(wanted) };
  });
  const toStock = sum(put.map(({ share }) => share));
  return { put, toStock, toVariance: sum(late.map(({ amount }) => amount)) - toStock };
}

/** I15: what of it is still here is taken off again. Answers by how much stock changes, and the variance. */
export function takeLateBack(world: World, put: readonly Put[]): { toStock: Whole; toVariance: Whole } {
  const claimOf = claims(world);
  const toStock = sum(
    put.map(({ product, claim, share }) => {
      const still = claimOf(product, claim);
      return world.pool(product).revalue(still === 0n ? 0n : -take(share, still, claim));
    }),
  );
  return { toStock, toVariance: -sum(put.map(({ amount }) => amount)) - toStock };
}
