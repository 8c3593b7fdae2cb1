import { type Pence, toPence } from '../kernel/money';
import { roundHalfAwayFromZero } from '../kernel/rounding';
import { splitLine, type VatRate } from '../kernel/vat';

/** A selling price both ways, whichever way it was entered (rule V4). */
export function bothPrices(
  price: Pence,
  includesVat: boolean,
  rate: VatRate,
): { incVat: Pence; exVat: Pence } {
  const { net, gross } = splitLine(price, includesVat ? 'inclusive' : 'exclusive', rate);
  return { incVat: gross, exVat: net };
}

/** Gross profit of a price without VAT in hundredths of a percent; null when the price is nothing (section R). */
export const marginOf = (exVat: Pence, cost: Pence): number | null =>
  exVat === 0 ? null : roundHalfAwayFromZero(BigInt(exVat - cost) * 10_000n, exVat);

/** A price moved by hundredths of a percent, to the penny; never below nothing. */
export const priceMovedBy = (price: Pence, hundredths: number): Pence =>
  toPence(Math.max(0, roundHalfAwayFromZero(BigInt(price) * BigInt(10_000 + hundredths), 10_000)));
