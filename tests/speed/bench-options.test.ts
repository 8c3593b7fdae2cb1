import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { comparedWith } from '../../bench/compare';
import { optionsOf } from '../../bench/options';
import type { Row } from '../../bench/report';
import { temporaryFolder } from '../support/temporary-folder';

test('15.4 the benchmark takes a size, parts and an earlier run, and refuses anything else', () => {
  const file = join(temporaryFolder(), 'earlier.json');
  writeFileSync(file, '[]');
  expect(optionsOf([])).toMatchObject({ quick: false, size: 'full', keep: null, compare: null });
  expect(optionsOf(['--size=1m', `--compare=${file}`])).toMatchObject({ size: '1m', compare: file });
  const some = optionsOf(['--quick', '--only=processes,commits']);
  expect(['processes', 'commits', 'reads'].map(part => some.measures(part as 'reads'))).toEqual([
    true,
    true,
    false,
  ]);
  for (const [words, refusal] of [
    [['--quick', '--size=1m'], 'Choose --quick or --size=1m'],
    [['--size=2m'], '"--size=2m" is not an option'],
    [['--only=paris'], '"paris" is no part'],
    [['--compare=/no/such/file'], 'There is no file /no/such/file'],
  ] as const)
    expect(() => optionsOf(words), words.join(' ')).toThrow(refusal);
});

const row = (name: string, figure: string, value: number): Row => ({
  name,
  figure,
  value,
  unit: '',
  limit: null,
  target: '',
  met: true,
  isBudget: false,
});

test('15.4 lists and sales are compared with those of an earlier run, each by its own target', () => {
  const median = 'p50, 4 connections';
  const earlier = [
    row('/api/sales', median, 10),
    row('/api/customers', median, 10),
    row('a sale, one till', 'rate', 100),
    row('invoices', 'rate', 100),
  ];
  const now = [
    row('/api/sales', median, 15),
    row('/api/customers', median, 16),
    row('/api/products', median, 5),
    row('a sale, one till', 'rate', 89),
    row('invoices', 'rate', 10),
  ];
  expect(comparedWith(earlier, now).map(({ name, value, met }) => [name, value, met])).toEqual([
    ['/api/sales', 1.5, true],
    ['/api/customers', 1.6, false],
    ['a sale, one till', 0.89, false],
  ]);
});
