import type { CountryCode } from '../countries/country';
import type { Discount } from '../kernel/line-amounts';
import type { PriceMode } from '../kernel/vat';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { BasketEntry } from '../pricing/price-rules';
import type { PriceComparison, QuoteDetail } from './quote.contract';

type Basket = {
  deliveryCountry: CountryCode;
  mode: PriceMode;
  entries: BasketEntry[];
  discount: Discount | null;
};

/**
 * The quote as a basket today: manual overrides stay, everything else is priced by the list price, the
 * customer's group and today's promotions.
 */
export const quoteAsBasket = (
  quote: Pick<QuoteDetail, 'price_mode' | 'delivery_country' | 'lines' | 'cart_discount'>,
): Basket => ({
  deliveryCountry: quote.delivery_country,
  mode: quote.price_mode,
  entries: quote.lines.map(line => ({
    product_id: line.product.id,
    quantity: line.quantity,
    ...(line.has_typed_price ? { unit_price: line.unit_price } : {}),
    ...(line.has_typed_discount ? { discount_amount: line.line_discount } : {}),
  })),
  discount: quote.cart_discount > 0 ? { kind: 'amount', pence: quote.cart_discount } : null,
});

/**
 * Whether the prices of an expired quote can be kept: by any user who can quote, unless a line is now more
 * expensive.
 */
export function canKeepPrices({ lines }: PriceComparison, canOverridePrice: boolean): RuleResult {
  const higherPriced = lines.filter(line => line.today > line.quoted);
  const [first] = higherPriced;
  if (canOverridePrice || !first) return yes;
  const what = higherPriced.length === 1 ? first.description : `${higherPriced.length} lines`;
  return no(
    `${what} would cost more at today’s prices. Revise the quote, or ask someone with permission to override prices to keep the quoted prices.`,
  );
}
