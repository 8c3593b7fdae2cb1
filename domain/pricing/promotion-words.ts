import { formatPounds, type Pence } from '../kernel/money';
import { formatPercent } from '../kernel/percent';
import type { AppliedDeal } from './deals';
import type { PromotionRule } from './price-rules';

/** A single-unit promotion in words, for the till and receipts. */
export function singleWords({ name, terms }: PromotionRule): string {
  if (terms.kind === 'percentage') return `${name}: ${formatPercent(terms.percent_off)} off the list price`;
  return terms.kind === 'fixed_price' ? `${name}: ${formatPounds(terms.price)} each` : name;
}

type DealPrice = { readonly price: Pence; readonly price_includes_vat: boolean };

/** The price of a deal; beside prices in the other mode it says which it is in (rule V3). */
export function dealPriceWords({ price, price_includes_vat }: DealPrice, besideIncludesVat: boolean): string {
  if (price_includes_vat === besideIncludesVat) return formatPounds(price);
  return `${formatPounds(price)} ${price_includes_vat ? 'inc.' : '+'} VAT`;
}

/** The line of a deal: the mode of its prices, and its rate. */
type DealLine = { readonly price_includes_vat: boolean; readonly vat_percent: number };

/**
 * A deal in words, for each of its lines. A deal across lines gives the number of units. Without VAT on the line both modes are
 * the same.
 */
export function dealWords(
  { promotion: { name, terms }, sets, got, taken }: AppliedDeal,
  line: DealLine,
): string {
  if (terms.kind === 'buy_x_get_y') {
    const units = taken.reduce((total, part) => total + part.units, 0);
    const off = terms.percent_off === 10_000 ? 'free' : `at ${formatPercent(terms.percent_off)} off`;
    return `${name}: ${taken.length > 1 ? `${got} of ${units}` : got} ${off}`;
  }
  const times = sets > 1 ? `${sets} × ` : '';
  const priced = (deal: DealPrice) =>
    dealPriceWords(deal, line.vat_percent === 0 ? deal.price_includes_vat : line.price_includes_vat);
  if (terms.kind === 'n_for_price') return `${name}: ${times}${terms.units} for ${priced(terms)}`;
  return terms.kind === 'mix_and_match' ? `${name}: ${times}${priced(terms)} together` : name;
}
