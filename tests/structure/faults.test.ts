import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFaults, chosenFaults } from '../faults/all-faults';
import { type Fault, type Figures, insistInTime, PromiseBroken } from '../faults/fault';
import { runRounds } from '../faults/rounds';

const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reliability.md'), 'utf8');
const cellsOf = (row: string) =>
  row
    .split('|')
    .map(cell => cell.trim())
    .slice(1, -1);

describe('docs/reliability.md matches the faults of npm run faults', () => {
  test('lists each fault with its promises', () => {
    const rows = (document.match(/^\| `[a-z-]+` \| [RF]\d.*$/gm) ?? []).map(cellsOf);
    expect(rows.map(([name = '', promises = '']) => [name.replaceAll('`', ''), promises])).toEqual(
      allFaults.map(({ name, promises }) => [name, promises.join(', ')]),
    );
  });

  test('names a fault beside every promise that it proves', () => {
    const rows = (document.match(/^\| [RF]\d\d .*$/gm) ?? []).map(cellsOf);
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
  expect(names(['R06', 'kill-app'])).toEqual(['kill-app', 'fail-over', 'cancel-waits', 'turn-read-only']);
  expect(names(['F64'])).toEqual(['cut-exports']);
  expect(() => chosenFaults(['R99'])).toThrow('R99 is neither a promise nor a fault.');
});

describe('R37 a run of npm run faults', () => {
  const figures: Figures = {
    acknowledged: 12,
    refused: 1,
    lost: 0,
    doubled: 0,
    slowest: 0.5,
    injected: 1,
    outage: 0.2,
    gap: 0.2,
  };
  const fault = (name: string, run: Fault['run']): Fault => ({ name, promises: ['R01'], summary: name, run });
  const works = fault('works', async () => figures);
  const cannot = fault('cannot', async () => null);
  const run = async (faults: readonly Fault[], rounds: number) => {
    const printed: string[] = [];
    const terms = { firstSeed: 7, rounds, isOver: () => false, print: (line: string) => printed.push(line) };
    const end = await runRounds(faults, terms).then(
      () => 'passed',
      (error: Error) => error.message,
    );
    return { printed: printed.join('\n').split('\n'), end };
  };

  test('tries a fault that cannot run once, goes on with the others, and names it at the end', async () => {
    const { printed, end } = await run([cannot, works], 4);
    expect(end).toBe('passed');
    expect(printed.filter(line => line.startsWith('Seed ')).map(line => line.split(' (')[0])).toEqual([
      'Seed 7: cannot',
      'Seed 8: works',
      'Seed 9: works',
      'Seed 10: works',
    ]);
    expect(printed.find(line => line.startsWith('| works'))).toMatch(/^\| works \| R01 \| 8 9 10 \| 3 \|/);
    expect(printed.at(-1)).toBe('Not run, because a right or a program is missing here: cannot.');
  });

  test('fails at once when none of the chosen faults can run', async () => {
    const { printed, end } = await run([cannot], Infinity);
    expect(end).toBe('Not run, because a right or a program is missing here: cannot.');
    expect(printed.filter(line => line.startsWith('Seed '))).toHaveLength(1);
  });

  test('fails when no round was made', async () => {
    expect((await run([works], 0)).end).toBe('No fault ran, so nothing is proved.');
  });

  test('R09 fails when an answer took longer than is promised', async () => {
    const slow = fault('slow', async () => ({ ...figures, slowest: 25.1 }));
    expect((await run([slow], 1)).end).toContain(
      'Seed 7, slow (R01): An answer took 25.1 s; 25 are allowed.',
    );
  });

  test('goes on after a limit of time was missed, does not count the round, and fails at the end', async () => {
    const late = fault('late', async () => {
      insistInTime(false, 'Ready after 6.0 s.');
      return figures;
    });
    const { printed, end } = await run([late, works], 3);
    expect(printed.filter(line => line.startsWith('Seed ')).map(line => line.split(' (')[0])).toEqual([
      'Seed 7: late missed a limit of time: Ready after 6.0 s.',
      'Seed 8: works',
      'Seed 9: late missed a limit of time: Ready after 6.0 s.',
    ]);
    expect(printed.some(line => line.startsWith('| late'))).toBe(false);
    expect(end.split('\n')).toEqual([
      'Limits of time were missed, and nothing else:',
      'Seed 7, late (R01): Ready after 6.0 s.',
      'Run it again: npm run faults -- --seed 7 --only late --rounds 1',
      'Seed 9, late (R01): Ready after 6.0 s.',
      'Run it again: npm run faults -- --seed 9 --only late --rounds 1',
    ]);
  });

  test('names the seed and the command that repeats a round in which a promise is broken', async () => {
    const breaks = fault('breaks', async () => {
      throw new PromiseBroken('Lost 1, doubled 0.');
    });
    const { end } = await run([works, breaks], 10);
    expect(end).toContain('Seed 8, breaks (R01): PromiseBroken: Lost 1, doubled 0.');
    expect(end).toContain('\nRun it again: npm run faults -- --seed 8 --only breaks --rounds 1');
  });
});
