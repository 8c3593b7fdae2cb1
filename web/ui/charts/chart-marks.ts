/** Possible steps of a scale, times a power of ten. */
const steps = [1, 2, 5, 10];

/**
 * The grid lines of a chart in pence, lowest first: three to six round amounts, including zero. The outermost are at or
 * beyond the amounts, so that every bar fits.
 */
export function chartMarks(min: number, max: number): number[] {
  const rough = Math.max(max - min, 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ten * (steps.find(times => times * ten >= rough) ?? 10));
  const [first, last] = [Math.floor(min / step), Math.ceil(max / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
