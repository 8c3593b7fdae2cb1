import * as z from 'zod';
import type { CalendarDate } from './dates';
import { type Pence, toPence } from './money';
import { roundHalfAwayFromZero } from './rounding';

/**
 * Standard, reduced, zero, exempt, outside the scope. Z, E and O bear no VAT but report differently (V1,
 * V17).
 */
export const vatCode = z.enum(['S', 'R', 'Z', 'E', 'O'], 'Choose a VAT code.');
export type VatCode = z.infer<typeof vatCode>;
export const vatCodeNames: Readonly<Record<VatCode, string>> = {
  S: 'Standard rate',
  R: 'Reduced rate',
  Z: 'Zero rate',
  E: 'Exempt',
  O: 'Outside the scope',
};

/** A rate in hundredths of a percent: 20% is 2000. */
export type VatRate = number;

export type DatedRate = { readonly code: VatCode; readonly rate: VatRate; readonly validFrom: CalendarDate };

/** The rate of a code at a tax point, from the dated table (rule V1). Undefined if there was none yet. */
export function vatRateOn(
  code: VatCode,
  date: CalendarDate,
  rates: readonly DatedRate[],
): VatRate | undefined {
  let latest: DatedRate | undefined;
  for (const rate of rates) {
    if (rate.code !== code || rate.validFrom > date) continue;
    if (!latest || rate.validFrom > latest.validFrom) latest = rate;
  }
  return latest?.rate;
}

/** VAT contained in a VAT-inclusive amount, whole pence, rounded half away from zero (rule V4). */
export const vatWithin = (gross: Pence, rate: VatRate): Pence =>
  toPence(roundHalfAwayFromZero(BigInt(gross) * BigInt(rate), 10_000 + rate));

/** VAT on top of a VAT-exclusive amount, whole pence, rounded half away from zero (rule V4). */
export const vatOn = (net: Pence, rate: VatRate): Pence =>
  toPence(roundHalfAwayFromZero(BigInt(net) * BigInt(rate), 10_000));

/** A document has one mode for all its prices, frozen when it is posted (rule V3). */
export type PriceMode = 'inclusive' | 'exclusive';

export type SplitAmount = { readonly net: Pence; readonly vat: Pence; readonly gross: Pence };

/** Net, VAT and gross of one line after all its discounts (rules V4, V5: VAT is calculated by line). */
export function splitLine(amount: Pence, mode: PriceMode, rate: VatRate): SplitAmount {
  if (mode === 'inclusive') {
    const vat = vatWithin(amount, rate);
    return { net: toPence(amount - vat), vat, gross: amount };
  }
  const vat = vatOn(amount, rate);
  return { net: amount, vat, gross: toPence(amount + vat) };
}

/** The VAT-exclusive price to suggest for a VAT-inclusive one, for the user to edit (rule V9). */
export const priceWithoutVat = (price: Pence, rate: VatRate): Pence =>
  toPence(roundHalfAwayFromZero(BigInt(price) * 10_000n, 10_000 + rate));

/**
 * A VAT registration number: nine digits, with or without `GB` in front (rule V23). Null if it is not one.
 */
export function vatNumberOf(text: string): string | null {
  const digits = /^(?:GB)?(\d{9})$/.exec(text.replaceAll(/\s/g, '').toUpperCase())?.[1];
  return digits === undefined ? null : `GB${digits}`;
}
