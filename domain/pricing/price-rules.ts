import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import { chosenId, id } from '../kernel/fields';
import { enteredMoney, formatPounds, maxPence, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import {
  positiveQuantity,
  type Quantity,
  quantity,
  quantityFromText,
  timesFactor,
  wholeUnits,
} from '../kernel/quantity';
import { no, type RuleResult, yes } from '../kernel/rule-result';

/**
 * The data prices are calculated from. Server and browser share its shape and one function: the till prices
 * offline and the server prices again.
 */
export const promotionKind = z.enum(
  ['percentage', 'fixed_price', 'buy_x_get_y', 'n_for_price', 'mix_and_match'],
  'Choose a kind.',
);
export type PromotionKind = z.infer<typeof promotionKind>;
export const promotionKindNames: Readonly<Record<PromotionKind, string>> = {
  percentage: 'Percentage off',
  fixed_price: 'Fixed price',
  buy_x_get_y: 'Buy X, get Y',
  n_for_price: 'N for £P',
  mix_and_match: 'Mix and match',
};

/** A product for pricing. All its prices are in its own mode, including or excluding VAT (rule V3). */
const pricedProduct = z.object({
  product_id: id,
  list_price: money,
  price_includes_vat: z.boolean(),
  vat_percent: percentage,
  /** The group's own price; null when only its percentage applies. */
  group_price: money.nullable(),
});

/** A unit price from a minimum quantity, for one group if it names one. */
const quantityBreak = z.object({
  product_id: id,
  price_group_id: id.nullable(),
  from_quantity: quantity,
  unit_price: money,
});

/** One price for all items of a deal (rule M13), including or excluding VAT. */
const dealPrice = { price: money, price_includes_vat: z.boolean() };

export const promotionRule = z.object({
  id,
  name: z.string(),
  starts_on: calendarDate,
  ends_on: calendarDate,
  /** The products it applies to; null for all. */
  product_ids: z.array(id).nullable(),
  terms: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percentage'), percent_off: percentage }),
    z.object({ kind: z.literal('fixed_price'), price: money }),
    z.object({
      kind: z.literal('buy_x_get_y'),
      buy: z.int(),
      get: z.int(),
      /** Off the items the customer gets: 100% is free. */
      percent_off: percentage,
    }),
    z.object({ kind: z.literal('n_for_price'), units: z.int(), ...dealPrice }),
    z.object({
      kind: z.literal('mix_and_match'),
      /** The units of each per set. */
      groups: z.array(z.object({ units: z.int(), product_ids: z.array(id) })),
      ...dealPrice,
    }),
  ]),
});

export const priceRules = z.object({
  group: z.object({ id, name: z.string(), percent_off: percentage }).nullable(),
  products: z.array(pricedProduct),
  breaks: z.array(quantityBreak),
  promotions: z.array(promotionRule),
});

/** A basket line to price. A price override or manual discount replaces all promotions. */
export const basketEntry = z
  .strictObject({
    product_id: chosenId('Choose a product.'),
    quantity: positiveQuantity,
    /** The product's own units in one of these: 12 for a scanned box of 12. */
    factor: positiveQuantity.optional(),
    unit_price: enteredMoney.refine(pence => pence >= 0, 'Enter a price of zero or more.').optional(),
    discount_amount: enteredMoney.refine(pence => pence >= 0, 'Enter a discount of zero or more.').optional(),
    discount_percent: percentage.optional(),
  })
  .refine(entry => entry.discount_amount === undefined || entry.discount_percent === undefined, {
    message: 'Enter the discount as an amount or a percentage, not both.',
    path: ['discount_percent'],
  });

export type PriceRules = z.output<typeof priceRules>;
export type PricedProduct = PriceRules['products'][number];
export type QuantityBreak = PriceRules['breaks'][number];
export type PromotionRule = PriceRules['promotions'][number];
export type BuyGetTerms = Extract<PromotionRule['terms'], { kind: 'buy_x_get_y' }>;
export type PricedDealTerms = Extract<PromotionRule['terms'], { kind: 'n_for_price' | 'mix_and_match' }>;
export type BasketEntry = z.output<typeof basketEntry>;

const one = wholeUnits(1);

/** The quantity in the product's own unit; null when it has more than three decimal places. */
export const unitsOf = ({ quantity: entered, factor = one }: BasketEntry) => timesFactor(entered, factor);

/** Whether a line can be priced: the product exists and the amounts are within document limits. */
export function canPrice(entry: BasketEntry, product: PricedProduct | undefined): RuleResult {
  if (!product) return no('This product no longer exists. Choose another.', 'product_id');
  const units = unitsOf(entry);
  if (units === null || units < minQuantity)
    return no(
      'This quantity has more than three decimal places in the product’s own unit. Change the quantity.',
      'quantity',
    );
  if (atMost(entry, product, units) > maxAmount)
    return no(
      `A line cannot be more than ${formatPounds(maxPence)}. Reduce the quantity or price.`,
      'quantity',
    );
  return yes;
}
const minQuantity = quantityFromText('0.001');
const maxAmount = BigInt(maxPence) * 1000n;

/** What a line can come to before VAT is added, in thousandths of a penny. */
const atMost = (entry: BasketEntry, product: PricedProduct, units: Quantity): bigint =>
  BigInt(Math.max(product.list_price, entry.unit_price ?? 0)) * BigInt(units);

/** Whether every line of a basket can be priced, and all of them together. An error names its line. */
export function canPriceAll(entries: readonly BasketEntry[], rules: PriceRules): RuleResult {
  const products = new Map(rules.products.map(product => [product.product_id, product]));
  let total = 0n;
  for (const [index, entry] of entries.entries()) {
    const product = products.get(entry.product_id);
    const result = canPrice(entry, product);
    if (!result.allowed) return { ...result, field: `lines.${index}.${result.field}` };
    const units = unitsOf(entry);
    if (product && units !== null) total += atMost(entry, product, units);
  }
  return total > maxAmount
    ? no(`A sale cannot be more than ${formatPounds(maxPence)}. Reduce the quantities or prices.`, 'lines')
    : yes;
}
