import { roundHalfAwayFromZero } from '../kernel/rounding';
import { millionthsOf, type UnitCost } from '../kernel/unit-cost';

type PaidPrice = { readonly price: UnitCost; readonly factor: number };

/**
 * By how much the last price differs from the one before, in hundredths of a percent of that one. Boxes of different
 * size are compared by the piece. Null when there are no two, or the earlier was nothing.
 */
export function priceTrend(prices: readonly PaidPrice[]): number | null {
  const [before, last] = [prices.at(-2), prices.at(-1)];
  if (!before || !last) return null;
  const then = millionthsOf(before.price) * BigInt(last.factor);
  const now = millionthsOf(last.price) * BigInt(before.factor);
  if (then === 0n) return null;
  return roundHalfAwayFromZero((now - then) * 10_000n, then);
}
