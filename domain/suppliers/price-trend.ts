import { roundHalfAwayFromZero } from '../kernel/rounding';

type PaidPrice = { readonly price: number; readonly factor: number };

/**
 * By how much the last price differs from the one before, in hundredths of a percent of that one. Boxes of different
 * size are compared by the piece. Null when there are no two, or the earlier was nothing.
 */
export function priceTrend(prices: readonly PaidPrice[]): number | null {
  const [before, last] = [prices.at(-2), prices.at(-1)];
  if (!before || !last || before.price === 0) return null;
  const then = BigInt(before.price) * BigInt(last.factor);
  const now = BigInt(last.price) * BigInt(before.factor);
  return roundHalfAwayFromZero((now - then) * 10_000n, then);
}
