import { roundHalfAwayFromZero } from './rounding';

/**
 * A part of a whole in hundredths of a percent, rounded half away from zero to two places (section R). Null where the
 * whole is nothing: there is no such percentage.
 */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundHalfAwayFromZero(BigInt(part) * 10_000n, BigInt(whole));

/** How much a figure has changed: in its own unit, and in hundredths of a percent of what it was. */
export const changeOf = (now: number, before: number): { amount: number; percent: number | null } => ({
  amount: now - before,
  // From a loss to a profit is up: the size of what it was counts, not its sign.
  percent: percentOf(now - before, Math.abs(before)),
});
