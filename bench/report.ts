import { mkdirSync, writeFileSync } from 'node:fs';
import { percentile } from './load';

/** One measured figure. `limit` is the limit's, if there is one; a figure without a target is only reported. */
export type Row = {
  readonly name: string;
  readonly figure: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number | null;
  readonly target: string;
  readonly met: boolean;
  /** Whether the run fails when the target is missed. */
  readonly isBudget: boolean;
};

const rows: Row[] = [];

export const reported = (): readonly Row[] => rows;

/** Stores a figure and prints it, to show the run's progress. */
export function report({
  limit,
  isBudget = false,
  ...row
}: Omit<Row, 'limit' | 'isBudget'> & Partial<Pick<Row, 'isBudget'> & { readonly limit: number }>): void {
  const { value } = row;
  rows.push({ ...row, isBudget, value: rounded(value), limit: limit === undefined ? null : rounded(limit) });
  const beside = limit === undefined ? '' : `, its limit ${rounded(limit)}`;
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

/** Prints the table and writes it to `bench/results/latest.json`. Returns whether the speed budget is kept. */
export function printReport(): boolean {
  const cells = rows.map(({ name, figure, unit, value, limit, target, met }) => [
    name,
    figure,
    `${value} ${unit}`,
    limit === null ? '' : `${limit} ${unit}`,
    limit === null || limit === 0 ? '' : (value / limit).toFixed(2),
    target,
    target === '' ? '' : met ? 'yes' : 'MISSED',
  ]);
  const table = [['What', 'Figure', 'Value', 'Limit', 'Ratio', 'Target', 'Met'], ...cells];
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
  const beyond = rows.filter(row => row.isBudget && !row.met);
  for (const { name, figure, target } of beyond)
    console.log(`Beyond bench/speed-budget.json: ${name}, ${figure}, ${target}.`);
  return beyond.length === 0;
}
