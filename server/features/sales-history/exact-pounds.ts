/** Millionths of a penny → exact pounds, with two or more decimals: `"3332591.961"`. */
export function exactPounds(micropence: bigint): string {
  const size = micropence < 0n ? -micropence : micropence;
  const digits = String(size).padStart(9, '0');
  const decimals = digits.slice(-8).replace(/0+$/, '').padEnd(2, '0');
  return `${micropence < 0n ? '-' : ''}${digits.slice(0, -8)}.${decimals}`;
}
