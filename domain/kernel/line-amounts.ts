import { type Pence, toPence } from './money';
import type { Quantity } from './quantity';
import { roundHalfAwayFromZero } from './rounding';

/** Unit price times quantity, whole pence (rule M3). */
export const lineAmount = (unitPrice: Pence, quantity: Quantity): Pence =>
  toPence(roundHalfAwayFromZero(BigInt(unitPrice) * BigInt(quantity), 1000));

/** A discount as entered: pence, or hundredths of a percent (1250 is 12.5%). */
export type Discount =
  | { readonly kind: 'amount'; readonly pence: Pence }
  | { readonly kind: 'percent'; readonly hundredths: number };

/** The discount on an amount: never negative, never more than the amount (rule M5). */
export function discountAmount(amount: Pence, discount: Discount | null): Pence {
  if (discount === null) return toPence(0);
  const requested =
    discount.kind === 'amount'
      ? discount.pence
      : roundHalfAwayFromZero(BigInt(amount) * BigInt(discount.hundredths), 10_000);
  return toPence(Math.max(0, Math.min(requested, amount)));
}

/**
 * Allocates an amount by weights with largest remainders (rule M6): each share is rounded down, and the remaining pence
 * go one each to the largest remainders, ties to the lower index. A zero weight gets nothing; without any weight, an
 * amount other than zero is an error.
 */
export function allocate(total: Pence, weights: readonly number[]): Pence[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (weights.some(weight => weight < 0)) throw new RangeError('A weight is negative');
  if (sum === 0n) {
    if (total !== 0) throw new RangeError('There is nothing to spread the amount over');
    return weights.map(() => toPence(0));
  }
  const sign = total < 0 ? -1 : 1;
  const size = BigInt(Math.abs(total));
  const shares = weights.map((weight, index) => {
    const product = size * BigInt(weight);
    return { index, weight, share: Number(product / sum), remainder: product % sum };
  });
  let remaining = Math.abs(total) - shares.reduce((all, { share }) => all + share, 0);
  const byRemainder = shares
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => compare(other.remainder, one.remainder) || one.index - other.index);
  for (const entry of byRemainder) {
    if (remaining === 0) break;
    entry.share += 1;
    remaining -= 1;
  }
  return shares.map(({ share }) => toPence(share === 0 ? 0 : sign * share));
}

const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);
