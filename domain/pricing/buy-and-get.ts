import type { Pence } from '../kernel/money';
import type { BuyGetTerms, PromotionRule } from './price-rules';
import { isFor, lessPercent } from './unit-price';

/** Whole units of one line that no promotion has used up yet. */
export type Run = {
  readonly line: number;
  readonly productId: number;
  /** What one unit costs before promotions, and the least that it costs by a promotion of single units. */
  readonly base: Pence;
  readonly single: Pence;
  /** Makes prices with and without VAT comparable without rounding: pence times this are gross ten-thousandths. */
  readonly weight: bigint;
  units: number;
};

/** What a promotion takes of one line: units that are paid, and units that cost less or nothing. */
export type Taken = { readonly line: number; readonly bought: number; readonly got: number };
export type Taking = { readonly promotion: PromotionRule; readonly saved: bigint; readonly taken: Taken[] };

/**
 * Uses up units by promotions of the kind "buy X, get Y", the one that saves most first, and answers what each took.
 * No unit is used twice; a set is made only where it costs less than its units do without it.
 */
export function takeSets(runs: Run[], promotions: readonly PromotionRule[]): Taking[] {
  const takings: Taking[] = [];
  let left = promotions.filter(({ terms }) => terms.kind === 'buy_x_get_y');
  while (left.length > 0) {
    const best = left
      .map(promotion => tryPromotion(runs, promotion))
      .reduce((one, other) => (other.saved > one.saved ? other : one));
    if (best.saved <= 0n) break;
    for (const { line, bought, got } of best.taken) {
      const run = runs.find(candidate => candidate.line === line);
      if (run) run.units -= bought + got;
    }
    takings.push(best);
    left = left.filter(promotion => promotion !== best.promotion);
  }
  return takings;
}

/**
 * What a promotion would take: the dearest units first, set by set, the cheapest of each set being those that are got.
 * So it saves the customer as much as it can, and a further unit never makes the whole cheaper. The last set may be
 * short: who has bought X gets as many of the Y as there are.
 */
function tryPromotion(runs: readonly Run[], promotion: PromotionRule): Taking {
  const terms = promotion.terms as BuyGetTerms;
  const queue = runs
    .filter(run => run.units > 0 && isFor(promotion, run.productId))
    .map(run => ({ run, left: run.units }))
    .sort((one, other) => dearestFirst(one.run, other.run));
  const taken = new Map<number, { line: number; bought: number; got: number }>();
  let saved = 0n;
  let at = 0;
  for (let first = queue[at]; first; first = queue[at]) {
    if (first.left === 0) {
      at += 1;
      continue;
    }
    // As many sets as one line fills by itself are all alike, so a pallet is reckoned as fast as a bottle.
    const alike = Math.floor(first.left / (terms.buy + terms.get));
    const set = alike > 0 ? [{ entry: first, bought: terms.buy, got: terms.get }] : setOf(queue, at, terms);
    const times = Math.max(alike, 1);
    const saves = set.reduce((sum, part) => sum + savedBy(part.entry.run, part, terms), 0n);
    for (const { entry, bought, got } of set) {
      entry.left -= (bought + got) * times;
      if (saves <= 0n) continue;
      const { line } = entry.run;
      const before = taken.get(line) ?? { line, bought: 0, got: 0 };
      taken.set(line, { line, bought: before.bought + bought * times, got: before.got + got * times });
    }
    if (saves > 0n) saved += saves * BigInt(times);
  }
  return { promotion, saved, taken: [...taken.values()] };
}

type Part = { entry: { readonly run: Run; left: number }; bought: number; got: number };

/** The next set when it spans lines: X from the top, then up to Y. */
function setOf(queue: readonly Part['entry'][], from: number, { buy, get }: BuyGetTerms): Part[] {
  const set: Part[] = [];
  let [toBuy, toGet] = [buy, get];
  for (let at = from; at < queue.length && toBuy + toGet > 0; at++) {
    const entry = queue[at];
    if (!entry || entry.left === 0) continue;
    const bought = Math.min(entry.left, toBuy);
    const got = Math.min(entry.left - bought, toGet);
    toBuy -= bought;
    toGet -= got;
    set.push({ entry, bought, got });
  }
  return set;
}

/** What a part of a set saves against its units' own best prices; below zero where they would have cost less. */
function savedBy(run: Run, { bought, got }: { bought: number; got: number }, terms: BuyGetTerms): bigint {
  const apart = BigInt(bought + got) * BigInt(run.single);
  const together =
    BigInt(bought) * BigInt(run.base) + BigInt(got) * BigInt(lessPercent(run.base, terms.percent_off));
  return (apart - together) * run.weight;
}

// Units of one product are alike wherever they stand, so the order of the lines changes no product's total.
const dearestFirst = (one: Run, other: Run): number => {
  const [a, b] = [BigInt(one.base) * one.weight, BigInt(other.base) * other.weight];
  return a === b ? one.productId - other.productId || one.line - other.line : a > b ? -1 : 1;
};
