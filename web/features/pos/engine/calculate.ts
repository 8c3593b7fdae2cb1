import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { BasketEntry } from '#domain/pricing/price-rules';
import { discountsWithin } from '#domain/sales/discounts-within';
import { canCalculate, type CalculatedSale, calculateSale } from '#domain/sales/calculate-sale';
import type { Basket, BasketLine } from './basket';
import type { KnownProducts } from './known-products';

/** A basket with its prices, or the line that cannot be priced and why; without a reason while its price is being looked up. */
export type Calculated =
  | { readonly kind: 'calculated'; readonly sale: CalculatedSale }
  | { readonly kind: 'refused'; readonly lineKey: number | null; readonly reason: string };

const nothing: CalculatedSale = {
  lines: [],
  lineDiscounts: toPence(0),
  basketDiscount: toPence(0),
  net: toPence(0),
  vat: toPence(0),
  gross: toPence(0),
};

/** Prices a basket with the calculation the server uses. */
export function calculateBasket(
  basket: Basket,
  known: Pick<KnownProducts, 'rulesFor' | 'missing'>,
  date: CalendarDate,
): Calculated {
  if (basket.lines.length === 0) return { kind: 'calculated', sale: nothing };
  const ids = basket.lines.map(line => line.productId);
  // Nothing is priced, and nothing can be paid, until the worker has answered for every line.
  if (known.missing(ids).length > 0) return { kind: 'refused', lineKey: null, reason: '' };
  const input = {
    mode: basket.mode,
    entries: basket.lines.map(entryOf),
    discount: basket.discount,
    rules: known.rulesFor(ids, basket.customer?.priceGroupId ?? null),
    date,
    deliveryCountry: basket.deliveryCountry,
  };
  const sale = canCalculate(input).allowed ? calculateSale(input) : null;
  const result = sale ? discountsWithin(input, sale) : canCalculate(input);
  if (result.allowed) return { kind: 'calculated', sale: sale ?? nothing };
  const [, at, field] = /^lines\.(\d+)\.(.*)/.exec(result.field ?? '') ?? [];
  const line = at === undefined ? undefined : basket.lines[Number(at)];
  return {
    kind: 'refused',
    lineKey: line?.key ?? null,
    reason:
      line && field === 'product_id'
        ? `${line.name} is no longer sold. Remove it from the basket.`
        : result.reason,
  };
}

const entryOf = (line: BasketLine): BasketEntry => ({
  product_id: line.productId,
  quantity: line.quantity,
  factor: line.factor,
  ...(line.unitPrice === null ? {} : { unit_price: line.unitPrice }),
  ...(line.discount?.kind === 'amount' ? { discount_amount: line.discount.pence } : {}),
  ...(line.discount?.kind === 'percent' ? { discount_percent: line.discount.hundredths } : {}),
});
