import { Random } from './random';
import { StepComparison } from './compare-step';
import { drawStep, tryStep } from './draw-step';
import { Firm } from './plain/firm';
import type { Step } from './plain/steps';
import { Refused } from './desk';
import { ReplayedFirm } from './replayed-firm';

/** Where model and product differ, and the steps up to there. */
export type Divergence = { readonly applied: readonly Step[]; readonly differences: readonly string[] };

/** The history of a seed, from the model alone, without the product. */
export function drawHistory(seed: number, length: number): Step[] {
  const [firm, random] = [new Firm(), new Random(seed)];
  return Array.from({ length }, (_, index) => drawStep(firm, random, index + 1));
}

/** Applies steps to model and product side by side. Steps that the rules do not allow at that point are skipped. */
export async function runHistory(
  steps: readonly Step[],
  checks: { readonly every: number; readonly of: (firm: Firm, replayed: ReplayedFirm) => Promise<string[]> },
): Promise<Divergence | null> {
  const firm = new Firm();
  const replayed = await ReplayedFirm.open(firm);
  try {
    const comparison = await StepComparison.begin(firm, replayed);
    const applied: Step[] = [];
    for (const step of steps) {
      if (!tryStep(firm, step)) continue;
      applied.push(step);
      const differences = await replayAndCompare(replayed, step, comparison);
      if (differences.length > 0) return { applied, differences };
      if (applied.length % checks.every !== 0) continue;
      const deeper = await checks.of(firm, replayed);
      if (deeper.length > 0) return { applied, differences: deeper };
    }
    const differences = await checks.of(firm, replayed);
    return differences.length > 0 ? { applied, differences } : null;
  } finally {
    await replayed.close();
  }
}

async function replayAndCompare(
  replayed: ReplayedFirm,
  step: Step,
  comparison: StepComparison,
): Promise<string[]> {
  try {
    await replayed.replay(step);
  } catch (error) {
    if (error instanceof Refused) return [`The product refuses what the rules allow: ${error.message}`];
    throw error;
  }
  return comparison.differences();
}
