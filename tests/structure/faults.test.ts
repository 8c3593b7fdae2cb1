import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFaults, chosenFaults } from '../faults/all-faults';

const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reliability.md'), 'utf8');
const cellsOf = (row: string) =>
  row
    .split('|')
    .map(cell => cell.trim())
    .slice(1, -1);

describe('docs/reliability.md matches the faults of npm run faults', () => {
  test('lists each fault with its promises', () => {
    const rows = (document.match(/^\| `[a-z-]+` \| R.*$/gm) ?? []).map(cellsOf);
    expect(rows.map(([name = '', promises = '']) => [name.replaceAll('`', ''), promises])).toEqual(
      allFaults.map(({ name, promises }) => [name, promises.join(', ')]),
    );
  });

  test('names a fault beside every promise that it proves', () => {
    const rows = (document.match(/^\| R\d\d .*$/gm) ?? []).map(cellsOf);
    const promised = new Map(rows.map(([promise = '', , , faults = '']) => [promise.slice(0, 3), faults]));
    const missing = allFaults.flatMap(({ name, promises }) =>
      promises
        .filter(promise => !promised.get(promise)?.includes(`\`${name}\``))
        .map(promise => `${promise} ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test('faults are chosen by promise or by name, and a word that is neither is refused', () => {
  const names = (only: string[]) => chosenFaults(only).map(({ name }) => name);
  expect(names([])).toHaveLength(allFaults.length);
  expect(names(['R06', 'kill-app'])).toEqual(['kill-app', 'fail-over']);
  expect(names(['R27'])).toEqual(['start-together']);
  expect(() => chosenFaults(['R99'])).toThrow('R99 is neither a promise nor a fault.');
});
