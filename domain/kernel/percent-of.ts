import { roundHalfAwayFromZero } from './rounding';

/**
 * A part of a whole in hundredths of a percent, rounded half away from zero (section R). Null where the whole is zero.
 */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundHalfAwayFromZero(BigInt(part) * 10_000n, BigInt(whole));

/** The change of a figure: in its own unit, and in hundredths of a percent of the earlier one. */
export const changeOf = (now: number, before: number): { amount: number; percent: number | null } => ({
  amount: now - before,
  // From a loss to a profit is an increase, so the absolute earlier value counts.
  percent: percentOf(now - before, Math.abs(before)),
});
