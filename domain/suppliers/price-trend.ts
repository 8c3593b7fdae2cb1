import { roundHalfAwayFromZero } from '../kernel/rounding';
import { millionthsOf, type UnitCost } from '../kernel/unit-cost';

type PaidPrice = { readonly price: UnitCost; readonly factor: number };

/**
 * The change from the previous price to the last, in hundredths of a percent. Packs of different sizes are
 * compared per piece. Null without two prices, or when the earlier was zero.
 */
export function priceTrend(prices: readonly PaidPrice[]): number | null {
  const [before, last] = [prices.at(-2), prices.at(-1)];
  if (!before || !last) return null;
  const then = millionthsOf(before.price) * BigInt(last.factor);
  const now = millionthsOf(last.price) * BigInt(before.factor);
  if (then === 0n) return null;
  return roundHalfAwayFromZero((now - then) * 10_000n, then);
}
