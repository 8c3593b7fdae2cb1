import { mkdirSync, writeFileSync } from 'node:fs';
import { percentile } from './load';

/** One measured figure. `twin` is the raw twin's, if there is one; a figure without a target is only reported. */
export type Row = {
  readonly name: string;
  readonly figure: string;
  readonly unit: string;
  readonly value: number;
  readonly twin: number | null;
  readonly target: string;
  readonly met: boolean;
};

const rows: Row[] = [];

/** Stores a figure and prints it, to show the run's progress. */
export function report(row: Omit<Row, 'twin'> & { readonly twin?: number }): void {
  const { value, twin } = row;
  rows.push({ ...row, value: rounded(value), twin: twin === undefined ? null : rounded(twin) });
  const beside = twin === undefined ? '' : `, its twin ${rounded(twin)}`;
  console.log(
    `  ${row.name}, ${row.figure}: ${rounded(value)} ${row.unit}${beside}${row.met ? '' : ' (MISSED)'}`,
  );
}

/** Reports the ninety-fifth of a hundred of times (ms). */
export function reportP95(
  name: string,
  times: readonly number[],
  { max, figure = 'p95' }: { readonly max: number; readonly figure?: string },
): void {
  const value = percentile(
    times.toSorted((one, other) => one - other),
    95,
  );
  report({ name, figure, unit: 'ms', value, target: `at most ${max}`, met: value <= max });
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Prints the table and writes it to `bench/results/latest.json`. */
export function printReport(): void {
  const cells = rows.map(({ name, figure, unit, value, twin, target, met }) => [
    name,
    figure,
    `${value} ${unit}`,
    twin === null ? '' : `${twin} ${unit}`,
    twin === null || twin === 0 ? '' : (value / twin).toFixed(2),
    target,
    target === '' ? '' : met ? 'yes' : 'MISSED',
  ]);
  const table = [['What', 'Figure', 'Value', 'Raw twin', 'Ratio', 'Target', 'Met'], ...cells];
  const widths = table[0]?.map((_, at) => Math.max(...table.map(line => line[at]?.length ?? 0))) ?? [];
  console.log();
  for (const line of table)
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  const missed = rows.filter(row => !row.met).length;
  console.log(missed === 0 ? '\nEvery target is met.' : `\nTargets missed: ${missed}.`);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync('bench/results/latest.json', `${JSON.stringify(rows, null, 2)}\n`);
}
