import { allocate } from '../kernel/line-amounts';
import { type Pence, sum, toPence } from '../kernel/money';
import { tryBuyGet } from './buy-and-get';
import { tryDealPrice } from './deal-price';
import type { PromotionRule } from './price-rules';
import { priceInMode } from './price-in-mode';
import type { Run, DealUnits } from './deal-units';

/** A line's part in a deal: the units used and their share of the price, in the line's own mode. */
export type DealShare = { readonly line: number; readonly units: number; readonly share: Pence };
export type AppliedDeal = {
  readonly promotion: PromotionRule;
  readonly saved: bigint;
  readonly sets: number;
  readonly got: number;
  readonly taken: readonly DealShare[];
};

type Chosen = { readonly saved: bigint; readonly takings: readonly AppliedDeal[] };

/** With up to this many competing deals, all orders are tried. */
const maxDealsInAllOrders = 4;

/**
 * Applies multi-item deals so that the customer saves the most. When two ways save the same, the one starting
 * with the older promotion wins. No unit is used twice, and a deal only applies where it lowers the price.
 */
export const applyDeals = (
  runs: readonly Run[],
  promotions: readonly PromotionRule[],
): readonly AppliedDeal[] => choose(runs, promotions.filter(isDeal)).takings;

const isDeal = ({ terms: { kind } }: PromotionRule) =>
  kind === 'buy_x_get_y' || kind === 'n_for_price' || kind === 'mix_and_match';

function choose(runs: readonly Run[], deals: readonly PromotionRule[]): Chosen {
  const possible = deals.map(deal => tryDeal(runs, deal)).filter(taking => taking !== null);
  const best = possible.reduce<AppliedDeal | null>(
    (one, other) => (one && one.saved >= other.saved ? one : other),
    null,
  );
  if (!best) return { saved: 0n, takings: [] };
  const free = possible.find(taking =>
    deals.every(deal => deal === taking.promotion || !competes(taking, deal, runs)),
  );
  const firsts = free ? [free] : possible.length > maxDealsInAllOrders ? [best] : possible;
  return firsts
    .map((first): Chosen => {
      const rest = choose(
        without(runs, first),
        deals.filter(deal => deal !== first.promotion),
      );
      return { saved: first.saved + rest.saved, takings: [first, ...rest.takings] };
    })
    .reduce((one, other) => (other.saved > one.saved ? other : one));
}

/** Whether another deal could use a unit of this one. */
const competes = ({ taken }: AppliedDeal, deal: PromotionRule, runs: readonly Run[]): boolean =>
  taken.some(({ line }) =>
    runs.some(
      run => run.line === line && groupsOf(deal).some(ids => ids === null || ids.includes(run.productId)),
    ),
  );

const groupsOf = ({ terms, product_ids }: PromotionRule): readonly (readonly number[] | null)[] =>
  terms.kind === 'mix_and_match' ? terms.groups.map(group => group.product_ids) : [product_ids];

const without = (runs: readonly Run[], { taken }: AppliedDeal): Run[] =>
  runs.map(run => {
    const used = taken.find(({ line }) => line === run.line);
    return used ? { ...run, units: run.units - used.units } : run;
  });

/** A deal's units with its price apportioned; null when it saves nothing. */
function tryDeal(runs: readonly Run[], promotion: PromotionRule): AppliedDeal | null {
  const adjusted =
    promotion.terms.kind === 'buy_x_get_y' ? tryBuyGet(runs, promotion) : tryDealPrice(runs, promotion);
  if (!adjusted) return null;
  // Pence left over go to the lowest line number first (M6).
  const units = {
    ...adjusted,
    parts: adjusted.parts.toSorted((one, other) => one.run.line - other.run.line),
  };
  const shares = apportion(units);
  const saved = units.parts.reduce(
    (total, { run, units: used }, index) =>
      total + (BigInt(used) * BigInt(run.single) - BigInt(shares[index] ?? 0)) * run.weight,
    0n,
  );
  if (saved <= 0n) return null;
  const { sets, got } = units;
  return {
    promotion,
    saved,
    sets,
    got,
    taken: units.parts.map(({ run, units: used }, index) => ({
      line: run.line,
      units: used,
      share: shares[index] ?? toPence(0),
    })),
  };
}

/**
 * A deal is one price for all its items, whatever their VAT codes. It is shared by their price without the deal (rules
 * M13, M6), so that VAT and refunds follow each share. If a line is in another price mode, its share is converted at
 * its own rate.
 */
function apportion({ parts, price, includesVat }: DealUnits): Pence[] {
  const mode = includesVat ? 'inclusive' : 'exclusive';
  const own = parts.map(({ run, units }) => toPence(run.base * units));
  const amounts = parts.map(({ run }, index) =>
    priceInMode(own[index] ?? toPence(0), run.includesVat, mode, run.rate),
  );
  const shares = allocate(toPence(Math.min(price, sum(amounts))), amounts);
  return parts.map(({ run }, index) => {
    const share = priceInMode(
      shares[index] ?? toPence(0),
      includesVat,
      run.includesVat ? 'inclusive' : 'exclusive',
      run.rate,
    );
    return toPence(Math.min(share, own[index] ?? 0));
  });
}
