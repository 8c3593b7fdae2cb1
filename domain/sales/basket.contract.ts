import * as z from 'zod';
import { countryCode } from '../countries/country';
import { optionalLongText, optionalText } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { positiveQuantity } from '../kernel/quantity';
import { priceMode } from './sale-state';

const amount = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');
/** Made on the device when a basket is begun: the document made of it keeps it for good. */
export const clientId = z.uuid('Send an ID generated for this sale.');

/** A discount as it is typed: an amount or a percentage, with its reason. */
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
    /** How many of the product's unit one of these holds: a scanned box of 12. */
    factor: positiveQuantity.optional(),
    /** Only when somebody typed it; in the price mode of the basket. */
    unit_price: amount.optional(),
    price_reason: optionalText('Reason', 200),
    ...typedDiscount,
    note: optionalText('Note', 300),
  })
  .refine(hasOneDiscount, oneDiscount);

/** What is sold or offered, at which prices. Check it with `hasOneDiscount`. */
export const pricedFields = {
  price_mode: priceMode.default('inclusive'),
  lines: z.array(lineWrite).min(1, 'Add at least one line.').max(500, 'A sale can have at most 500 lines.'),
  ...typedDiscount,
  /** What the screen showed. The server reckons again and refuses another total. */
  expected_total: money,
};
/** What belongs to the basket as a whole. */
export const detailFields = {
  customer_reference: optionalText('Customer reference', 60),
  delivery_address: optionalLongText('Delivery address', 500),
  /** Where the goods go, which decides their VAT (rule V28); left out at the desk, that of the customer. */
  delivery_country: countryCode.optional(),
  notes: optionalLongText('Notes', 2000),
};
/** Somebody's yes by PIN to one change each. */
export const approvals = z.array(z.uuid()).max(50).default([]);

const pricedBasket = z.object(pricedFields);
export type BasketWrite = z.output<typeof pricedBasket>;
