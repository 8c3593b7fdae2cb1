import { type Pence, sum, toPence } from '../kernel/money';
import type { DealUnits, Run } from './deal-units';
import { priceInMode } from './price-in-mode';
import type { BuyGetTerms, PromotionRule } from './price-rules';
import { isFor, lessPercent } from './unit-price';

type Used = { readonly run: Run; readonly bought: number; readonly got: number };
type Entry = { readonly run: Run; remaining: number };
type Part = { readonly entry: Entry; readonly bought: number; readonly got: number };

/**
 * The units used by "buy X, get Y": the most expensive first, set by set, with the cheapest of each set
 * discounted. This saves the customer the most, and another unit never lowers the total. The last set may be
 * incomplete: after X units, up to Y further ones are discounted.
 */
export function tryBuyGet(runs: readonly Run[], promotion: PromotionRule): DealUnits | null {
  const terms = promotion.terms as BuyGetTerms;
  const queue: Entry[] = runs
    .filter(run => run.units > 0 && isFor(promotion, run.productId))
    .map(run => ({ run, remaining: run.units }))
    .sort((one, other) => mostExpensiveFirst(one.run, other.run));
  const used = new Map<number, Used>();
  let at = 0;
  for (let first = queue[at]; first; first = queue[at]) {
    if (first.remaining === 0) {
      at += 1;
      continue;
    }
    // Sets that fill from a single line are identical, so a pallet is priced as fast as a bottle.
    const alike = Math.floor(first.remaining / (terms.buy + terms.get));
    const set = alike > 0 ? [{ entry: first, bought: terms.buy, got: terms.get }] : setOf(queue, at, terms);
    const times = Math.max(alike, 1);
    const saves = set.reduce((total, part) => total + savedBy(part, terms), 0n) > 0n;
    for (const { entry, bought, got } of set) {
      entry.remaining -= (bought + got) * times;
      if (!saves) continue;
      const { run } = entry;
      const before = used.get(run.line) ?? { run, bought: 0, got: 0 };
      used.set(run.line, { run, bought: before.bought + bought * times, got: before.got + got * times });
    }
  }
  return used.size === 0 ? null : dealOf([...used.values()], terms);
}

/** The next set across lines: X from the top, then up to Y. */
function setOf(queue: readonly Entry[], from: number, { buy, get }: BuyGetTerms): Part[] {
  const set: Part[] = [];
  let [toBuy, toGet] = [buy, get];
  for (let at = from; at < queue.length && toBuy + toGet > 0; at++) {
    const entry = queue[at];
    if (!entry || entry.remaining === 0) continue;
    const bought = Math.min(entry.remaining, toBuy);
    const got = Math.min(entry.remaining - bought, toGet);
    toBuy -= bought;
    toGet -= got;
    set.push({ entry, bought, got });
  }
  return set;
}

/** The saving of an incomplete set against its units' own best prices; below zero when those are lower. */
function savedBy({ entry: { run }, bought, got }: Part, terms: BuyGetTerms): bigint {
  const apart = BigInt(bought + got) * BigInt(run.single);
  return (apart - BigInt(paidFor({ run, bought, got }, terms))) * run.weight;
}

const paidFor = ({ run, bought, got }: Used, { percent_off }: BuyGetTerms): Pence =>
  toPence(run.base * bought + lessPercent(run.base, percent_off) * got);

/** The price is in the mode of the lines, or including VAT when their modes differ. */
function dealOf(used: readonly Used[], terms: BuyGetTerms): DealUnits {
  const includesVat = used.some(({ run }) => run.includesVat);
  const mode = includesVat ? 'inclusive' : 'exclusive';
  return {
    parts: used.map(({ run, bought, got }) => ({ run, units: bought + got })),
    price: sum(
      used.map(part => priceInMode(paidFor(part, terms), part.run.includesVat, mode, part.run.rate)),
    ),
    includesVat,
    sets: 0,
    got: used.reduce((total, part) => total + part.got, 0),
  };
}

// Units of a product are identical on every line, so the order of lines does not change the total.
const mostExpensiveFirst = (one: Run, other: Run): number => {
  const [a, b] = [BigInt(one.base) * one.weight, BigInt(other.base) * other.weight];
  return a === b ? one.productId - other.productId : a > b ? -1 : 1;
};
