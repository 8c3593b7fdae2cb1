import { allocate } from '../kernel/line-amounts';
import { type Pence, sum, toPence } from '../kernel/money';
import type { VatRate } from '../kernel/vat';
import { tryBuyGet } from './buy-and-get';
import { tryDealPrice } from './deal-price';
import type { PromotionRule } from './price-rules';
import { priceInMode } from './price-in-mode';

/** Whole units of one line that no deal has used yet. */
export type Run = {
  readonly line: number;
  readonly productId: number;
  /** What one unit costs before promotions, and the least that it costs by a promotion of single units. */
  readonly base: Pence;
  readonly single: Pence;
  readonly includesVat: boolean;
  readonly rate: VatRate;
  /** Makes prices with and without VAT comparable without rounding: pence times this are gross ten-thousandths. */
  readonly weight: bigint;
  readonly units: number;
};

/** The units that a deal would use, and what it asks for all of them together. */
export type DealUnits = {
  readonly parts: readonly { readonly run: Run; readonly units: number }[];
  readonly price: Pence;
  /** Whether the price is with VAT. */
  readonly includesVat: boolean;
  /** How many sets, and how many of the units are had for less or for nothing. */
  readonly sets: number;
  readonly got: number;
};

/** A line's part in a deal: so many of its units, and their share of the price in the line's own mode. */
export type Taken = { readonly line: number; readonly units: number; readonly share: Pence };
export type Taking = {
  readonly promotion: PromotionRule;
  readonly saved: bigint;
  readonly sets: number;
  readonly got: number;
  readonly taken: readonly Taken[];
};

type Chosen = { readonly saved: bigint; readonly takings: readonly Taking[] };

/** Up to so many deals that compete for the same units, every order of them is tried. */
const triedInAllOrders = 4;

/**
 * Uses up units by deals over several items, so that the customer saves as much as can be; of two ways that save the
 * same, the one that begins with the older promotion. No unit is used twice, and a deal is made only where it costs
 * less than its units do without it.
 */
export const takeDeals = (runs: readonly Run[], promotions: readonly PromotionRule[]): readonly Taking[] =>
  choose(runs, promotions.filter(isDeal)).takings;

const isDeal = ({ terms: { kind } }: PromotionRule) =>
  kind === 'buy_x_get_y' || kind === 'n_for_price' || kind === 'mix_and_match';

function choose(runs: readonly Run[], deals: readonly PromotionRule[]): Chosen {
  const tried = deals.map(deal => tryDeal(runs, deal)).filter(taking => taking !== null);
  const most = tried.reduce<Taking | null>(
    (one, other) => (one && one.saved >= other.saved ? one : other),
    null,
  );
  if (!most) return { saved: 0n, takings: [] };
  const free = tried.find(taking =>
    deals.every(deal => deal === taking.promotion || !competes(taking, deal, runs)),
  );
  const firsts = free ? [free] : tried.length > triedInAllOrders ? [most] : tried;
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

/** Whether another deal could use a unit that this one takes. */
const competes = ({ taken }: Taking, deal: PromotionRule, runs: readonly Run[]): boolean =>
  taken.some(({ line }) =>
    runs.some(
      run => run.line === line && groupsOf(deal).some(ids => ids === null || ids.includes(run.productId)),
    ),
  );

const groupsOf = ({ terms, product_ids }: PromotionRule): readonly (readonly number[] | null)[] =>
  terms.kind === 'mix_and_match' ? terms.groups.map(group => group.product_ids) : [product_ids];

const without = (runs: readonly Run[], { taken }: Taking): Run[] =>
  runs.map(run => {
    const used = taken.find(({ line }) => line === run.line);
    return used ? { ...run, units: run.units - used.units } : run;
  });

/** What a deal would take, with its price apportioned; null where it saves nothing. */
function tryDeal(runs: readonly Run[], promotion: PromotionRule): Taking | null {
  const made =
    promotion.terms.kind === 'buy_x_get_y' ? tryBuyGet(runs, promotion) : tryDealPrice(runs, promotion);
  if (!made) return null;
  // Pence that are left over go to the lower line number first (M6).
  const units = { ...made, parts: made.parts.toSorted((one, other) => one.run.line - other.run.line) };
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
 * A deal is one price for all its items, whatever their VAT codes: it is spread over them by what they cost without it
 * (rules M13, M6), so that VAT and refunds follow each item's share. Where a line's prices are in another mode than the
 * deal's, its share is turned at its own rate.
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
