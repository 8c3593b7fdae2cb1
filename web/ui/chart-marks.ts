/** What a step of a scale may be, times ten as often as needed: people count in these. */
const steps = [1, 2, 5, 10];

/**
 * Where lines are drawn across a chart, in pence, lowest first: round amounts, nought among them, three to six of them.
 * The outermost are at or beyond the amounts, so that every bar ends within.
 */
export function chartMarks(least: number, most: number): number[] {
  const rough = Math.max(most - least, 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ten * (steps.find(times => times * ten >= rough) ?? 10));
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
