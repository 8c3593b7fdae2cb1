import { type Pence, toPence } from './money';
import { roundHalfAwayFromZero } from './rounding';

/**
 * What a part of a pool is worth (rule M7): all of it when the part is the whole, else its share, rounded. Reduce
 * both pool and whole by what was taken; then the last take empties the pool and parts add up to the original.
 * `part` and `whole` are of one kind: both quantities, or both pence.
 */
export function take(pool: Pence, part: number, whole: number): Pence {
  if (part === whole) return pool;
  if (whole === 0) throw new RangeError('Nothing is left to take from');
  return toPence(roundHalfAwayFromZero(BigInt(pool) * BigInt(part), whole));
}
