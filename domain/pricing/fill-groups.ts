import type { DealUnits, Run } from './deal-units';

/** A deal group: the units needed per set. Null stands for every product. */
export type Group = { readonly units: number; readonly productIds: readonly number[] | null };

/**
 * Fills the groups of a deal for a number of sets, using runs in order; null when there are too few units. A
 * product may be in several groups, so units move between groups to make room. Placeable units form a
 * transversal matroid, so an earlier unit is never displaced by a later one.
 */
export function fillGroups(
  runs: readonly Run[],
  groups: readonly Group[],
  sets: number,
): DealUnits['parts'] | null {
  const fits = runs.map(({ productId }) =>
    groups.map(({ productIds }) => productIds === null || productIds.includes(productId)),
  );
  const free = groups.map(({ units }) => units * sets);
  const placed = runs.map(() => groups.map(() => 0));
  for (const [index, { units }] of runs.entries()) {
    let remaining = units;
    for (let moved = -1; remaining > 0 && moved !== 0; remaining -= moved)
      moved = placeSome(index, remaining, { fits, free, placed });
  }
  if (free.some(units => units > 0)) return null;
  return runs.flatMap((run, index) => {
    const units = (placed[index] ?? []).reduce((total, count) => total + count, 0);
    return units > 0 ? [{ run, units }] : [];
  });
}

type Filling = {
  readonly fits: readonly (readonly boolean[])[];
  readonly free: number[];
  readonly placed: number[][];
};
type Step = { readonly group: number; readonly run: number; readonly before: Step | null };

/** Places units of a run by the shortest chain of moves. Returns how many were placed. */
function placeSome(run: number, limit: number, { fits, free, placed }: Filling): number {
  const seen = new Set<number>();
  const queue: { readonly run: number; readonly before: Step | null }[] = [{ run, before: null }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const [group, room] of free.entries()) {
      if (seen.has(group) || !fits[next.run]?.[group]) continue;
      seen.add(group);
      const step = { group, run: next.run, before: next.before };
      if (room > 0) return moveAlong(step, Math.min(limit, room), free, placed);
      for (const [other, counts] of placed.entries())
        if ((counts[group] ?? 0) > 0) queue.push({ run: other, before: step });
    }
  }
  return 0;
}

/** Each run of the chain joins its group and the run that made room leaves it. */
function moveAlong(last: Step, limit: number, free: number[], placed: number[][]): number {
  let units = limit;
  for (let step: Step | null = last; step?.before; step = step.before)
    units = Math.min(units, placed[step.run]?.[step.before.group] ?? 0);
  free[last.group] = (free[last.group] ?? 0) - units;
  for (let step: Step | null = last; step; step = step.before) {
    change(placed, step.run, step.group, units);
    if (step.before) change(placed, step.run, step.before.group, -units);
  }
  return units;
}

function change(placed: number[][], run: number, group: number, by: number): void {
  const counts = placed[run];
  if (counts) counts[group] = (counts[group] ?? 0) + by;
}
