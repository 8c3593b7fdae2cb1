import { countOf } from '#domain/kernel/count-of';
import { formatPounds, toPence } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import type { PromotionRow, PromotionState } from '#domain/pricing/promotion.contract';
import { dealPriceWords } from '#domain/pricing/promotion-words';
import type { Tone } from '../../ui/badge';

export const promotionTones: Readonly<Record<PromotionState, Tone>> = {
  running: 'success',
  coming: 'info',
  ended: 'secondary',
  inactive: 'secondary',
};

/** The terms of a promotion: "20% off", "£1.50 each", "Buy 2, get 1 free", "3 for £5.00". */
export function termsOf({
  kind,
  percent_off,
  price,
  price_includes_vat,
  buy_units,
  get_units,
}: PromotionRow): string {
  const together = dealPriceWords({ price: price ?? toPence(0), price_includes_vat }, true);
  if (kind === 'n_for_price') return `${buy_units} for ${together}`;
  if (kind === 'mix_and_match') return `${together} together`;
  if (kind === 'fixed_price') return `${formatPounds(price ?? 0)} each`;
  const off = formatPercent(percent_off ?? 0);
  if (kind === 'percentage') return `${off} off`;
  return `Buy ${buy_units}, get ${get_units} ${percent_off === 10_000 ? 'free' : `at ${off} off`}`;
}

/** What a promotion applies to: "Everything", "3 products", "1 category". */
export function chosenWords({ applies_to, chosen }: PromotionRow): string {
  if (applies_to === 'everything') return 'Everything';
  if (applies_to === 'groups') return countOf(chosen, 'group');
  return applies_to === 'products' ? countOf(chosen, 'product') : countOf(chosen, 'category', 'categories');
}
