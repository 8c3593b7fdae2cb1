/**
 * The one rounding of the product: to a whole number, halves away from zero, a negative amount mirroring its
 * positive (rule M2). Exact: the division is of whole numbers of any size, no float is involved.
 */
export function roundHalfAwayFromZero(numerator: bigint | number, denominator: bigint | number): number {
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  if (bottom === 0n) throw new RangeError('Division by zero');
  const isNegative = top < 0n !== bottom < 0n;
  const [size, by] = [magnitude(top), magnitude(bottom)];
  // Twice the remainder against the divisor decides the half without leaving whole numbers.
  const rounded = (2n * size + by) / (2n * by);
  return isNegative ? Number(-rounded) : Number(rounded);
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
