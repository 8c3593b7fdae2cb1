import * as z from 'zod';
import { countryCode } from '../countries/country';
import { optionalLongText, optionalText } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { positiveQuantity } from '../kernel/quantity';
import { priceMode } from './sale-state';

const amount = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

/** A manual discount: an amount or percentage with a reason. */
const typedDiscount = {
  discount_amount: amount.optional(),
  discount_percent: percentage.optional(),
  discount_reason: optionalText('Reason', 200),
};
export const oneDiscount = {
  message: 'Enter the discount as an amount or a percentage, not both.',
  path: ['discount_percent'],
};
export const hasOneDiscount = (entry: { discount_amount?: unknown; discount_percent?: unknown }) =>
  entry.discount_amount === undefined || entry.discount_percent === undefined;

const lineWrite = z
  .strictObject({
    product_id: z.int('Choose a product.').positive('Choose a product.').max(Number.MAX_SAFE_INTEGER),
    quantity: positiveQuantity,
    /** The product's own units in one of these: 12 for a scanned box of 12. */
    factor: positiveQuantity.optional(),
    /** Only for a price override, in the price mode of the basket. */
    unit_price: amount.optional(),
    price_reason: optionalText('Reason', 200),
    ...typedDiscount,
    note: optionalText('Note', 300),
  })
  .refine(hasOneDiscount, oneDiscount);

/** The products sold or quoted, with their prices. Check with `hasOneDiscount`. */
export const pricedFields = {
  price_mode: priceMode.default('inclusive'),
  lines: z.array(lineWrite).min(1, 'Add at least one line.').max(500, 'A sale can have at most 500 lines.'),
  ...typedDiscount,
  /** The total on the screen. The server calculates it again and refuses a different one. */
  expected_total: money,
};
/** Fields of the basket as a whole. */
export const detailFields = {
  customer_reference: optionalText('Customer reference', 60),
  delivery_address: optionalLongText('Delivery address', 500),
  /** The country of delivery, which decides VAT (rule V28); by default that of the customer. */
  delivery_country: countryCode.optional(),
  notes: optionalLongText('Notes', 2000),
};

const pricedBasket = z.object(pricedFields);
export type BasketWrite = z.output<typeof pricedBasket>;
