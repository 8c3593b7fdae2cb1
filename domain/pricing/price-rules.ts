import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { enteredMoney, formatPounds, largestPence, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { positiveQuantity, quantity, quantityFromText, timesFactor, wholeUnits } from '../kernel/quantity';
import { no, type Verdict, yes } from '../kernel/verdict';

/**
 * What prices are reckoned from. Server and browser hold the same shape, so that one function serves both: the till
 * asks for the rules once and reckons by itself, the server loads them and reckons again.
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

/** A product as it is priced. All its prices are in its own mode, with VAT or without (rule V3). */
const pricedProduct = z.object({
  product_id: id,
  list_price: money,
  price_includes_vat: z.boolean(),
  vat_percent: percentage,
  /** What the group pays for it; null when only the group's percentage counts. */
  group_price: money.nullable(),
});

/** From so many units on, each of them costs so much; for one group only when it names one. */
const quantityBreak = z.object({
  product_id: id,
  price_group_id: id.nullable(),
  from_quantity: quantity,
  unit_price: money,
});

/** One price for all items of a deal together (rule M13), with VAT or without. */
const dealPrice = { price: money, price_includes_vat: z.boolean() };

export const promotionRule = z.object({
  id,
  name: z.string(),
  starts_on: calendarDate,
  ends_on: calendarDate,
  /** The products it is for; null when it is for everything. */
  product_ids: z.array(id).nullable(),
  terms: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percentage'), percent_off: percentage }),
    z.object({ kind: z.literal('fixed_price'), price: money }),
    z.object({
      kind: z.literal('buy_x_get_y'),
      buy: z.int(),
      get: z.int(),
      /** Off what is got: 100% is free. */
      percent_off: percentage,
    }),
    z.object({ kind: z.literal('n_for_price'), units: z.int(), ...dealPrice }),
    z.object({
      kind: z.literal('mix_and_match'),
      /** So many units of each make a set. */
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

/** A line as it is put into a basket. A price or discount that somebody typed counts instead of all promotions. */
export const basketEntry = z
  .strictObject({
    product_id: z.int('Choose a product.').positive('Choose a product.').max(Number.MAX_SAFE_INTEGER),
    quantity: positiveQuantity,
    /** How many of the product's unit one of these holds: a scanned box of 12. */
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

/** How many of the product's own unit a line asks for; null when that is no whole number of thousandths. */
export const unitsOf = ({ quantity: asked, factor = one }: BasketEntry) => timesFactor(asked, factor);

/** Whether a line can be priced: its product is known, and the figures stay within what a document may carry. */
export function canPrice(entry: BasketEntry, product: PricedProduct | undefined): Verdict {
  if (!product) return no('This product no longer exists. Choose another.', 'product_id');
  const units = unitsOf(entry);
  if (units === null || units < smallest)
    return no(
      'This quantity has more than three decimal places in the product’s own unit. Change the quantity.',
      'quantity',
    );
  const dearest = Math.max(product.list_price, entry.unit_price ?? 0);
  if (BigInt(dearest) * BigInt(units) > BigInt(largestPence) * 1000n)
    return no(
      `A line cannot be more than ${formatPounds(largestPence)}. Reduce the quantity or price.`,
      'quantity',
    );
  return yes;
}
const smallest = quantityFromText('0.001');

/** Whether every line of a basket can be priced; the refusal names the line. */
export function canPriceAll(entries: readonly BasketEntry[], rules: PriceRules): Verdict {
  const products = new Map(rules.products.map(product => [product.product_id, product]));
  for (const [index, entry] of entries.entries()) {
    const verdict = canPrice(entry, products.get(entry.product_id));
    if (!verdict.allowed) return { ...verdict, field: `lines.${index}.${verdict.field}` };
  }
  return yes;
}
