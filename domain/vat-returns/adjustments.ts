import { type Pence, toPence } from '../kernel/money';

const alwaysAllowed = 1_000_000;
const neverAbove = 5_000_000;

/**
 * Up to which net error of earlier returns a return may put them right by itself: £10,000, or 1% of its box 6 when
 * that is more, £50,000 at most (rule V25). In pence.
 */
export function correctionLimit(box6: Pence): Pence {
  const onePercent = Math.floor(Math.max(0, box6) / 100);
  return toPence(Math.max(alwaysAllowed, Math.min(onePercent, neverAbove)));
}

/** Whether what is late in a return may stay there; above the limit HMRC is told of it by itself. */
export const mayCorrect = (netError: Pence, box6: Pence): boolean =>
  Math.abs(netError) <= correctionLimit(box6);
