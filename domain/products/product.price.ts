import { type Pence, toPence } from '../kernel/money';
import { roundHalfAwayFromZero } from '../kernel/rounding';
import { splitLine, type VatRate } from '../kernel/vat';

/** A selling price with and without VAT, whichever way it was entered (rule V4). */
export function bothPrices(
  price: Pence,
  includesVat: boolean,
  rate: VatRate,
): { incVat: Pence; exVat: Pence } {
  const { net, gross } = splitLine(price, includesVat ? 'inclusive' : 'exclusive', rate);
  return { incVat: gross, exVat: net };
}

const millionthsOfPenny = 1_000_000n;

/**
 * Gross profit percentage of a price without VAT, in hundredths of a percent, from a cost in millionths of a
 * penny, so that costs below a penny count exactly (rules I1, M3). Null when the price is zero (section R).
 */
export function marginOf(exVat: Pence, cost: bigint): number | null {
  const price = BigInt(exVat) * millionthsOfPenny;
  return exVat === 0 ? null : roundHalfAwayFromZero((price - cost) * 10_000n, price);
}

/** A price changed by hundredths of a percent, to the penny; never below zero, and never more than can be calculated. */
export const priceMovedBy = (price: Pence, hundredths: number): Pence =>
  toPence(
    Math.min(
      Number.MAX_SAFE_INTEGER,
      Math.max(0, roundHalfAwayFromZero(BigInt(price) * BigInt(10_000 + hundredths), 10_000)),
    ),
  );
