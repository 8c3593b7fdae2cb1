import { toPence } from '../kernel/money';
import type { DealUnits, Run } from './deal-units';
import { fillGroups, type Group } from './fill-groups';
import type { PricedDealTerms, PromotionRule } from './price-rules';

/**
 * The units used by "N for £P" or "mix and match": as many sets as save money, from the units that would cost
 * most otherwise. Each further set saves no more than the one before, so the number is found by bisection and
 * a pallet is priced as fast as a bottle.
 */
export function tryDealPrice(runs: readonly Run[], { terms, product_ids }: PromotionRule): DealUnits | null {
  if (terms.kind !== 'n_for_price' && terms.kind !== 'mix_and_match') return null;
  const groups: Group[] =
    terms.kind === 'n_for_price' ? [{ units: terms.units, productIds: product_ids }] : groupsOf(terms.groups);
  const perSet = groups.reduce((total, { units }) => total + units, 0);
  const mostExpensive = runs.filter(({ units }) => units > 0).sort(mostExpensiveFirst);
  const savedBy = (sets: number) => savingOf(fillGroups(mostExpensive, groups, sets), terms, sets);
  let [few, many] = [0, Math.floor(mostExpensive.reduce((total, { units }) => total + units, 0) / perSet)];
  while (few < many) {
    const sets = Math.ceil((few + many) / 2);
    const [saved, before] = [savedBy(sets), savedBy(sets - 1)];
    if (saved !== null && before !== null && saved > before) few = sets;
    else many = sets - 1;
  }
  const used = few === 0 ? null : fillGroups(mostExpensive, groups, few);
  return (
    used && {
      parts: used,
      price: toPence(terms.price * few),
      includesVat: terms.price_includes_vat,
      sets: few,
      got: 0,
    }
  );
}

const groupsOf = (groups: readonly { units: number; product_ids: readonly number[] }[]): Group[] =>
  groups.map(({ units, product_ids }) => ({ units, productIds: product_ids }));

/**
 * Compared with the units' own best prices. A deal price excluding VAT is compared with prices excluding VAT.
 */
function savingOf(used: DealUnits['parts'] | null, terms: PricedDealTerms, sets: number): bigint | null {
  if (used === null) return null;
  const apart = used.reduce(
    (total, { run, units }) => total + BigInt(units) * BigInt(run.single) * weightIn(run, terms),
    0n,
  );
  return apart - BigInt(terms.price) * BigInt(sets) * 10_000n;
}

/** Multiplies pence to ten-thousandths in the mode of the deal. */
const weightIn = (run: Run, { price_includes_vat }: PricedDealTerms): bigint =>
  price_includes_vat ? run.weight : (run.weight * 10_000n) / BigInt(10_000 + run.rate);

const mostExpensiveFirst = (one: Run, other: Run): number => {
  const [a, b] = [BigInt(one.single) * one.weight, BigInt(other.single) * other.weight];
  return a === b ? one.productId - other.productId : a > b ? -1 : 1;
};
