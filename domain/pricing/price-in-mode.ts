import { type Pence, toPence } from '../kernel/money';
import { roundHalfAwayFromZero } from '../kernel/rounding';
import type { PriceMode, VatRate } from '../kernel/vat';

/** A price or amount converted to the other mode, rounded once (rules M2, V9). */
export function priceInMode(price: Pence, includesVat: boolean, mode: PriceMode, rate: VatRate): Pence {
  if (includesVat === (mode === 'inclusive')) return price;
  return toPence(
    includesVat
      ? roundHalfAwayFromZero(BigInt(price) * 10_000n, 10_000 + rate)
      : roundHalfAwayFromZero(BigInt(price) * BigInt(10_000 + rate), 10_000),
  );
}
