import { Chance } from './chance';
import { StepComparison } from './compare-step';
import { liveSomeStep, lives } from './draw-step';
import { Firm } from './plain/firm';
import type { Step } from './plain/steps';
import { Refused } from './desk';
import { PlayedFirm } from './played-firm';

/** Where model and product differ, and the steps up to there. */
export type Parting = { readonly lived: readonly Step[]; readonly differences: readonly string[] };

/** The life of a seed, from the model alone, without the product. */
export function drawLife(seed: number, length: number): Step[] {
  const [firm, chance] = [new Firm(), new Chance(seed)];
  return Array.from({ length }, (_, index) => liveSomeStep(firm, chance, index + 1));
}

/** Applies steps to model and product side by side. Steps that the rules do not allow at that point are skipped. */
export async function live(
  steps: readonly Step[],
  checks: { readonly every: number; readonly of: (firm: Firm, played: PlayedFirm) => Promise<string[]> },
): Promise<Parting | null> {
  const firm = new Firm();
  const played = await PlayedFirm.open(firm);
  try {
    const comparison = await StepComparison.begin(firm, played);
    const lived: Step[] = [];
    for (const step of steps) {
      if (!lives(firm, step)) continue;
      lived.push(step);
      const differences = await playAndCompare(played, step, comparison);
      if (differences.length > 0) return { lived, differences };
      if (lived.length % checks.every !== 0) continue;
      const deeper = await checks.of(firm, played);
      if (deeper.length > 0) return { lived, differences: deeper };
    }
    const differences = await checks.of(firm, played);
    return differences.length > 0 ? { lived, differences } : null;
  } finally {
    await played.close();
  }
}

async function playAndCompare(played: PlayedFirm, step: Step, comparison: StepComparison): Promise<string[]> {
  try {
    await played.play(step);
  } catch (error) {
    if (error instanceof Refused) return [`The product refuses what the rules allow: ${error.message}`];
    throw error;
  }
  return comparison.differences();
}
