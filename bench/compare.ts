import type { Row } from './report';

/** What a figure may be, of what it was in an earlier run. */
type Rule = {
  readonly holds: (row: Row) => boolean;
  readonly target: string;
  readonly met: (ratio: number) => boolean;
};

const rules: readonly Rule[] = [
  {
    holds: ({ name, figure }) => name.startsWith('/api/') && figure === 'p50, 4 connections',
    target: 'at most 1.5',
    met: ratio => ratio <= 1.5,
  },
  {
    holds: ({ name, figure }) => name.startsWith('a sale') && figure === 'rate',
    target: 'at least 0.9',
    met: ratio => ratio >= 0.9,
  },
];

/**
 * Figures of this run by those of an earlier one, usually with less data: the lists' medians and the rates of sales.
 * What only one of them has is not compared.
 */
export function comparedWith(
  earlier: readonly Row[],
  now: readonly Row[],
): Omit<Row, 'limit' | 'isBudget'>[] {
  const before = new Map(earlier.map(row => [`${row.name}, ${row.figure}`, row.value]));
  return now.flatMap(row => {
    const rule = rules.find(({ holds }) => holds(row));
    const past = before.get(`${row.name}, ${row.figure}`);
    if (!rule || !past) return [];
    const value = row.value / past;
    return {
      name: row.name,
      figure: `${row.figure}, of before`,
      unit: '×',
      value,
      target: rule.target,
      met: rule.met(value),
    };
  });
}
