import { type CountryCode, countryName, homeCountry } from '../countries/country';
import { isExport } from '../countries/vat-by-country';
import type { CalendarDate } from '../kernel/dates';
import type { Discount } from '../kernel/line-amounts';
import type { Pence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import type { PriceMode, VatRate } from '../kernel/vat';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import { type BasketEntry, canPriceAll, type PricedProduct, type PriceRules } from '../pricing/price-rules';
import { basketLineOf, type AppliedPromotion, priceEntries } from '../pricing/price-entries';
import { rulesInMode } from '../pricing/rules-in-mode';
import type { PriceSource } from '../pricing/unit-price';
import { priceBasket, type PricedBasket, type PricedLine } from './basket';

/** A sale before payment, at the till, desk or server. */
export type SaleToCalculate = {
  readonly mode: PriceMode;
  readonly entries: readonly BasketEntry[];
  /** The manual discount off the whole basket. */
  readonly discount: Discount | null;
  /** As loaded, in the modes of their products. */
  readonly rules: PriceRules;
  readonly date: CalendarDate;
  /** The country of delivery; the UK by default. */
  readonly deliveryCountry?: CountryCode | undefined;
};

export type CalculatedLine = PricedLine & {
  readonly productId: number;
  /** In the product's own unit. */
  readonly quantity: Quantity;
  readonly listPrice: Pence;
  readonly unitPrice: Pence;
  readonly priceSource: PriceSource;
  readonly priceReason: string;
  readonly promotions: readonly AppliedPromotion[];
  readonly rate: VatRate;
};

export type CalculatedSale = Omit<PricedBasket, 'lines'> & { readonly lines: readonly CalculatedLine[] };

/** Whether a sale can be calculated. An error names its line. */
export function canCalculate({
  entries,
  rules,
  mode,
  deliveryCountry = homeCountry,
}: SaleToCalculate): RuleResult {
  if (entries.length === 0) return no('Add at least one line.', 'lines');
  if (mode === 'inclusive' && isExport(deliveryCountry) && rules.products.some(bearsVat))
    return no(
      `Goods delivered to ${countryName(deliveryCountry)} are exports without VAT. Choose prices excluding VAT.`,
      'price_mode',
    );
  const result = canPriceAll(entries, rulesInMode(rules, mode));
  return result.allowed ? yes : result;
}

const bearsVat = (product: PricedProduct) => product.vat_percent > 0;

/**
 * The single calculation of a sale for till, desk, documents and server: prices with promotions (decision
 * 037), then discounts, VAT and totals in the order of rule M4, in the mode of the sale (V3). An export is
 * priced like any sale at the products' own rates, at which prices and deals including VAT are converted, and
 * then bears no VAT (V9, V28). @throws RangeError for what `canCalculate` refuses.
 */
export function calculateSale({
  entries,
  discount,
  rules,
  mode,
  date,
  deliveryCountry = homeCountry,
}: SaleToCalculate): CalculatedSale {
  const priced = priceEntries({ entries, rules: rulesInMode(rules, mode), date }).lines;
  const charged = isExport(deliveryCountry) ? priced.map(line => ({ ...line, vat_percent: 0 })) : priced;
  const { lines, ...totals } = priceBasket({ mode, lines: charged.map(basketLineOf), discount });
  return {
    ...totals,
    lines: charged.map((line, index) => ({
      ...(lines[index] as PricedLine),
      productId: line.product_id,
      quantity: line.quantity,
      listPrice: line.list_price,
      unitPrice: line.unit_price,
      priceSource: line.price_source,
      priceReason: line.price_reason,
      promotions: line.promotions,
      rate: line.vat_percent,
    })),
  };
}

/** Each line's unit price by the rules alone, without overrides. */
export function ruledUnitPrices({ entries, rules, mode, date }: SaleToCalculate): Pence[] {
  const untyped = entries.map(({ product_id, quantity, factor }) => ({
    product_id,
    quantity,
    ...(factor === undefined ? {} : { factor }),
  }));
  return priceEntries({ entries: untyped, rules: rulesInMode(rules, mode), date }).lines.map(
    line => line.unit_price,
  );
}
