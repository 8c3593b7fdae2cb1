import { formatPounds } from '../kernel/money';
import { formatPercent } from '../kernel/percent';
import type { AppliedDeal } from './deals';
import type { PromotionRule } from './price-rules';

/** A single-unit promotion in words, for the till and receipts. */
export function singleWords({ name, terms }: PromotionRule): string {
  if (terms.kind === 'percentage') return `${name}: ${formatPercent(terms.percent_off)} off the list price`;
  return terms.kind === 'fixed_price' ? `${name}: ${formatPounds(terms.price)} each` : name;
}

/** A deal in words, for each of its lines. A deal across lines gives the number of units. */
export function dealWords({ promotion: { name, terms }, sets, got, taken }: AppliedDeal): string {
  if (terms.kind === 'buy_x_get_y') {
    const units = taken.reduce((total, part) => total + part.units, 0);
    const off = terms.percent_off === 10_000 ? 'free' : `at ${formatPercent(terms.percent_off)} off`;
    return `${name}: ${taken.length > 1 ? `${got} of ${units}` : got} ${off}`;
  }
  const times = sets > 1 ? `${sets} × ` : '';
  if (terms.kind === 'n_for_price') return `${name}: ${times}${terms.units} for ${formatPounds(terms.price)}`;
  return terms.kind === 'mix_and_match' ? `${name}: ${times}${formatPounds(terms.price)} together` : name;
}
