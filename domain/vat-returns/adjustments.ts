import { type Pence, toPence } from '../kernel/money';

const alwaysAllowed = 1_000_000;
const neverAbove = 5_000_000;

/**
 * The maximum net error of earlier returns that a return may correct: £10,000, or 1% of its box 6 if higher,
 * up to £50,000 (rule V25). In pence.
 */
export function correctionLimit(box6: Pence): Pence {
  const onePercent = Math.floor(Math.max(0, box6) / 100);
  return toPence(Math.max(alwaysAllowed, Math.min(onePercent, neverAbove)));
}

/**
 * Whether the net error of a return may change: to an amount within the limit, or to a smaller one. The correction's own
 * sales do not raise the limit, so box 6 is without it (rule V25).
 */
export const canChangeCorrections = (
  { before, after }: { readonly before: Pence; readonly after: Pence },
  box6: Pence,
): boolean => canCorrectInReturn(after, box6) || Math.abs(after) <= Math.abs(before);

/**
 * Whether the late entries of a return may stay in it; above the limit they are reported to HMRC separately.
 */
export const canCorrectInReturn = (netError: Pence, box6: Pence): boolean =>
  Math.abs(netError) <= correctionLimit(box6);
