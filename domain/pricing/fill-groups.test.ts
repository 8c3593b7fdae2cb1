import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import type { Run } from './deal-units';
import { fillGroups, type Group } from './fill-groups';

const run = (line: number, productId: number, units: number): Run => ({
  line,
  productId,
  units,
  base: toPence(100),
  single: toPence(100),
  includesVat: true,
  rate: 2000,
  weight: 10_000n,
});
const filled = (runs: readonly Run[], groups: readonly Group[], sets: number) =>
  fillGroups(runs, groups, sets)?.map(part => [part.run.line, part.units]) ?? null;

test('M13 the first runs fill the groups, and the rest remains', () => {
  const anything = [{ units: 2, productIds: null }];
  const runs = [run(0, 1, 3), run(1, 2, 2)];
  expect(filled(runs, anything, 1)).toEqual([[0, 2]]);
  expect(filled(runs, anything, 2)).toEqual([
    [0, 3],
    [1, 1],
  ]);
  expect(filled(runs, anything, 3)).toBeNull();
});

test('M13 a unit moves to another of its groups to make room for a further one', () => {
  // Product 1 fits both groups; 2 only the first, 3 only the second.
  const groups = [
    { units: 1, productIds: [1, 2] },
    { units: 1, productIds: [1, 3] },
  ];
  expect(filled([run(0, 1, 1), run(1, 2, 1)], groups, 1)).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(filled([run(0, 1, 1), run(1, 3, 1)], groups, 1)).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(filled([run(0, 2, 2), run(1, 3, 0)], groups, 1)).toBeNull();
});

/** Whether this many units of each run fit the groups at once, by Hall's condition over every choice of groups. */
function canFill(counts: readonly number[], runs: readonly Run[], groups: readonly Group[], sets: number) {
  for (let chosen = 0; chosen < 2 ** groups.length; chosen++) {
    const isIn = (group: number) => Math.floor(chosen / 2 ** group) % 2 === 1;
    const room = groups.reduce((all, { units }, index) => all + (isIn(index) ? units * sets : 0), 0);
    const confined = runs.reduce((all, { productId }, index) => {
      const fitsElsewhere = groups.some(
        ({ productIds }, group) => !isIn(group) && (productIds === null || productIds.includes(productId)),
      );
      return all + (fitsElsewhere ? 0 : (counts[index] ?? 0));
    }, 0);
    if (confined > room) return false;
  }
  return true;
}

/** Unit by unit in the order of the runs, each kept if all kept units still fit. */
function expected(runs: readonly Run[], groups: readonly Group[], sets: number) {
  const counts = runs.map(() => 0);
  for (const [index, { units }] of runs.entries())
    for (let unit = 0; unit < units; unit++) {
      counts[index] = (counts[index] ?? 0) + 1;
      if (!canFill(counts, runs, groups, sets)) counts[index] -= 1;
    }
  const needed = groups.reduce((all, { units }) => all + units * sets, 0);
  if (counts.reduce((all, count) => all + count, 0) < needed) return null;
  return counts.flatMap((count, index) => (count > 0 ? [[runs[index]?.line, count]] : []));
}

test('M13 whatever the groups, the earliest units that fit together are used, as many as the sets need', () => {
  const ids = fc.integer({ min: 1, max: 5 });
  const runs = fc
    .array(fc.tuple(ids, fc.integer({ min: 0, max: 4 })), { maxLength: 6 })
    .map(parts => parts.map(([productId, units], line) => run(line, productId, units)));
  const groups = fc.array(
    fc.record({
      units: fc.integer({ min: 1, max: 3 }),
      productIds: fc.option(fc.uniqueArray(ids, { minLength: 1 }), { freq: 6 }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(runs, groups, fc.integer({ min: 1, max: 2 }), (units, into, sets) => {
      expect(filled(units, into, sets)).toEqual(expected(units, into, sets));
    }),
    { numRuns: 1000 },
  );
});
