import { type Pence, toPence } from './money';
import { roundHalfAwayFromZero } from './rounding';

/**
 * The value of a part of a pool (rule M7): all of it when the part is the whole, else its rounded share. Reduce both
 * pool and whole by what was taken; then the last part empties the pool and the parts add up. `part` and `whole` have
 * one unit: both quantities, or both pence.
 */
export function prorate(pool: Pence, part: number, whole: number): Pence {
  if (part === whole) return pool;
  if (whole === 0) throw new RangeError('Nothing is left to take from');
  return toPence(roundHalfAwayFromZero(BigInt(pool) * BigInt(part), whole));
}
