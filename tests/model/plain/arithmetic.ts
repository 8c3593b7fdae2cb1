/** Whole pence, thousandths of a unit, millionths: the model uses no other numbers. */
export type Whole = bigint;

const size = (value: Whole): Whole => (value < 0n ? -value : value);

/** M2: a quotient in whole numbers, halves away from zero. */
export function rhu(above: Whole, below: Whole): Whole {
  if (below <= 0n) throw new RangeError('Divided by nothing');
  const rounded = (2n * size(above) + below) / (2n * below);
  return above < 0n ? -rounded : rounded;
}

/** M7: the share of a part in an amount; the last part takes what is left. */
export const take = (pool: Whole, part: Whole, whole: Whole): Whole =>
  part === whole ? pool : rhu(pool * part, whole);

/** M6: largest remainder; ties go to the earlier one, a weight of zero gets nothing. */
export function shareOut(amount: Whole, weights: readonly Whole[]): Whole[] {
  const all = sum(weights);
  if (all === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight, place) => ({
    place,
    part: (size(amount) * weight) / all,
    over: (size(amount) * weight) % all,
  }));
  let remaining = size(amount) - sum(parts.map(({ part }) => part));
  for (const one of parts.toSorted((a, b) =>
    a.over === b.over ? a.place - b.place : a.over > b.over ? -1 : 1,
  )) {
    if (remaining === 0n) break;
    one.part += 1n;
    remaining -= 1n;
  }
  return parts.map(({ part }) => (amount < 0n ? -part : part));
}

export const sum = (values: readonly Whole[]): Whole => values.reduce((all, value) => all + value, 0n);
export const min = (...values: Whole[]): Whole => values.reduce((a, b) => (b < a ? b : a));

/** V1: hundredths of a percent by code. */
const rates: Readonly<Record<VatCode, Whole>> = { S: 2000n, R: 500n, Z: 0n, E: 0n, O: 0n };
export type VatCode = 'S' | 'R' | 'Z' | 'E' | 'O';

/** V4: VAT on a net amount. */
export const vatOn = (net: Whole, code: VatCode): Whole => rhu(net * rates[code], 10_000n);
/** V4: VAT within a gross amount. */
export const vatWithin = (gross: Whole, code: VatCode): Whole =>
  rhu(gross * rates[code], 10_000n + rates[code]);

/** V9: a price including VAT, without it. */
export const withoutVat = (price: Whole, code: VatCode): Whole => rhu(price * 10_000n, 10_000n + rates[code]);

/** Days are text: `2026-02-28`. */
export type Day = string;
export function dayAfter(day: Day, days = 1): Day {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
