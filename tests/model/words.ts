import type { Divergence } from './run-history';
import type { Step } from './plain/steps';

/** One step per line, as data that can be read and replayed. */
const line = ({ n, do: what, ...rest }: Step): string =>
  `  ${String(n).padStart(4)}  ${what} ${JSON.stringify(rest)}`;

/** A history and its difference, for developers. */
export function inWords(seed: number, length: number, { applied, differences }: Divergence): string {
  return [
    `The product does not agree with the model of the books (seed ${seed}). The shortest history that shows it:`,
    ...applied.map(line),
    'After its last step:',
    ...differences.slice(0, 12).map(difference => `  ${difference}`),
    `Replay it: npm run model -- --seed=${seed} --steps=${length} --path=${pathOf(applied)}`,
  ].join('\n');
}

/** The steps of a seed's history that are replayed: `1-4,9,17`. */
export function pathOf(steps: readonly Step[]): string {
  const runs: [number, number][] = [];
  for (const { n } of steps) {
    const run = runs.at(-1);
    if (run && run[1] === n - 1) run[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

export function onPath(steps: readonly Step[], path: string): Step[] {
  const runs = path.split(',').map(run => run.split('-').map(Number));
  return steps.filter(({ n }) => runs.some(([from = 0, to = from]) => n >= from && n <= to));
}
