import type { CalendarDate } from '../kernel/dates';
import { type Discount, discountAmount, lineAmount } from '../kernel/line-amounts';
import { type Pence, sum, toPence } from '../kernel/money';
import { type Quantity, toQuantity, wholeUnits } from '../kernel/quantity';
import { type SplitAmount, splitLine, type VatRate } from '../kernel/vat';
import type { BasketLine } from '../sales/basket';
import { applyDeals, type AppliedDeal } from './deals';
import type { Run } from './deal-units';
import {
  type BasketEntry,
  canPriceAll,
  type PricedProduct,
  type PriceRules,
  type PromotionRule,
  type QuantityBreak,
  unitsOf,
} from './price-rules';
import { dealWords, singleWords } from './promotion-words';
import {
  type PriceSource,
  type UnitPrice,
  unitPriceOf,
  type UnitPromotion,
  unitPromotionOf,
} from './unit-price';

/** A promotion's discount on a line, with its words for the till. */
export type AppliedPromotion = { id: number; name: string; discount: Pence; reason: string };

/** A priced line with its reasons. Quantity and prices are in the product's own unit and mode (rule V3). */
export type PricedEntry = SplitAmount & {
  product_id: number;
  quantity: Quantity;
  list_price: Pence;
  /** The unit price before promotions and discounts. */
  unit_price: Pence;
  price_source: PriceSource;
  price_reason: string;
  promotions: AppliedPromotion[];
  /** The discount on the line, by promotions or entered by hand. */
  discount: Pence;
  /** The line total, in the product's mode. */
  amount: Pence;
  price_includes_vat: boolean;
  vat_percent: VatRate;
};

export type PricedEntries = SplitAmount & { lines: PricedEntry[] };

export type BasketToPrice = {
  readonly entries: readonly BasketEntry[];
  readonly rules: PriceRules;
  readonly date: CalendarDate;
};

/** A line being priced. */
type Pricing = {
  readonly entry: BasketEntry;
  readonly product: PricedProduct;
  readonly units: Quantity;
  readonly unitPrice: UnitPrice;
  /** Null for lines with a price override or manual discount, which promotions never change. */
  readonly single: UnitPromotion | null;
  readonly isTyped: boolean;
};

/**
 * The single pricing function of till, desk, documents and server: prices each line of a basket on a date and
 * explains it. The lowest price wins, nothing stacks, and the order of lines does not change a product's
 * total. Decision 037. @throws RangeError for a line that `canPrice` refuses.
 */
export function priceEntries({ entries, rules, date }: BasketToPrice): PricedEntries {
  const result = canPriceAll(entries, rules);
  if (!result.allowed) throw new RangeError(result.reason);
  // When two save the same, the older one wins.
  const promotions = rules.promotions
    .filter(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
    .sort((one, other) => one.id - other.id);
  const pricings = priceUnits(entries, rules, promotions);
  const takings = applyDeals(runsOf(pricings), promotions);
  const lines = pricings.map((pricing, line) => finish(pricing, promotionsOfLine(takings, line)));
  return {
    lines,
    net: sum(lines.map(({ net }) => net)),
    vat: sum(lines.map(({ vat }) => vat)),
    gross: sum(lines.map(({ gross }) => gross)),
  };
}

/** The sale line of a priced entry: promotion discounts become its line discount (rule M4). */
export const basketLineOf = (line: PricedEntry): BasketLine => ({
  unitPrice: line.unit_price,
  quantity: line.quantity,
  discount: line.discount === 0 ? null : { kind: 'amount', pence: line.discount },
  rate: line.vat_percent,
});

function priceUnits(
  entries: readonly BasketEntry[],
  rules: PriceRules,
  promotions: readonly PromotionRule[],
): Pricing[] {
  const products = new Map(rules.products.map(product => [product.product_id, product]));
  const breaks = new Map<number, QuantityBreak[]>();
  for (const entry of rules.breaks)
    breaks.set(entry.product_id, [...(breaks.get(entry.product_id) ?? []), entry]);
  // A quantity break counts all units of the product in the basket, on any line.
  const together = new Map<number, bigint>();
  for (const entry of entries)
    together.set(entry.product_id, (together.get(entry.product_id) ?? 0n) + BigInt(unitsOf(entry) ?? 0));
  return entries.map(entry => {
    const product = products.get(entry.product_id);
    const units = unitsOf(entry);
    if (!product || units === null) throw new RangeError('This line cannot be priced');
    const isTyped =
      entry.unit_price !== undefined ||
      entry.discount_amount !== undefined ||
      entry.discount_percent !== undefined;
    const unitPrice: UnitPrice =
      entry.unit_price === undefined
        ? unitPriceOf(
            product,
            together.get(entry.product_id) ?? 0n,
            rules.group,
            breaks.get(entry.product_id) ?? [],
          )
        : { price: entry.unit_price, source: 'typed', reason: 'Price override' };
    const single = isTyped ? null : unitPromotionOf(product, unitPrice.price, promotions);
    return { entry, product, units, unitPrice, single, isTyped };
  });
}

const wholeUnitsOf = (units: Quantity) => Math.floor(units / 1000);

const runsOf = (pricings: readonly Pricing[]): Run[] =>
  pricings.flatMap(({ product, units, unitPrice: { price }, single, isTyped }, line) => {
    if (isTyped) return [];
    const weight = BigInt(product.price_includes_vat ? 10_000 : 10_000 + product.vat_percent);
    return [
      {
        line,
        productId: product.product_id,
        base: price,
        single: single?.price ?? price,
        includesVat: product.price_includes_vat,
        rate: product.vat_percent,
        weight,
        units: wholeUnitsOf(units),
      },
    ];
  });

/** A line's part in a deal. */
type Share = { readonly taking: AppliedDeal; readonly units: number; readonly share: Pence };

const promotionsOfLine = (takings: readonly AppliedDeal[], line: number): Share[] =>
  takings.flatMap(taking =>
    taking.taken.filter(part => part.line === line).map(({ units, share }) => ({ taking, units, share })),
  );

/** In this order: line amount, discount, VAT (rules M3, M4, M5, V4). */
function finish(pricing: Pricing, shares: readonly Share[]): PricedEntry {
  const { product, units, unitPrice } = pricing;
  const amount = lineAmount(unitPrice.price, units);
  const promotions = pricing.isTyped ? [] : promotionsOf(pricing, shares);
  const discount = pricing.isTyped
    ? discountAmount(amount, typedDiscount(pricing.entry))
    : sum(promotions.map(promotion => promotion.discount));
  const reduced = toPence(amount - discount);
  return {
    product_id: product.product_id,
    quantity: units,
    list_price: product.list_price,
    unit_price: unitPrice.price,
    price_source: unitPrice.source,
    price_reason: unitPrice.reason,
    promotions,
    discount,
    amount: reduced,
    price_includes_vat: product.price_includes_vat,
    vat_percent: product.vat_percent,
    ...splitLine(reduced, product.price_includes_vat ? 'inclusive' : 'exclusive', product.vat_percent),
  };
}

const typedDiscount = ({ discount_amount, discount_percent }: BasketEntry): Discount | null => {
  if (discount_amount !== undefined) return { kind: 'amount', pence: discount_amount };
  return discount_percent === undefined ? null : { kind: 'percent', hundredths: discount_percent };
};

function promotionsOf(
  { units, unitPrice, single, product }: Pricing,
  shares: readonly Share[],
): AppliedPromotion[] {
  const base = unitPrice.price;
  const applied: AppliedPromotion[] = [];
  let rest = units;
  for (const { taking, units: used, share } of shares) {
    rest = toQuantity(rest - wholeUnits(used));
    const discount = toPence(base * used - share);
    if (discount > 0) applied.push(appliedPromotion(taking.promotion, discount, dealWords(taking, product)));
  }
  if (single) {
    const discount = toPence(lineAmount(base, rest) - lineAmount(single.price, rest));
    if (discount > 0)
      applied.push(appliedPromotion(single.promotion, discount, singleWords(single.promotion)));
  }
  return applied;
}

const appliedPromotion = (
  { id, name }: PromotionRule,
  discount: Pence,
  reason: string,
): AppliedPromotion => ({
  id,
  name,
  discount,
  reason,
});
