/**
 * The one rounding of the product: to a whole number, half away from zero (rule M2). Exact: it divides whole numbers of
 * any size, without floats.
 */
export function roundHalfAwayFromZero(numerator: bigint | number, denominator: bigint | number): number {
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  if (bottom === 0n) throw new RangeError('Division by zero');
  const isNegative = top < 0n !== bottom < 0n;
  const [size, by] = [magnitude(top), magnitude(bottom)];
  // Comparing twice the remainder with the divisor decides the half in whole numbers.
  const rounded = (2n * size + by) / (2n * by);
  return isNegative ? Number(-rounded) : Number(rounded);
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
