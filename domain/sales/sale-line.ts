import * as z from 'zod';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { quantity } from '../kernel/quantity';
import { vatCode } from '../kernel/vat';

/** A line of a sale, with what can still be refunded of it. */
export const saleLine = z.object({
  line_number: z.int(),
  /** With the VAT code of today where the sale can be edited. */
  product: z.object({ id, sku: z.string(), vat_code: vatCode.optional() }),
  description: z.string(),
  unit: z.string(),
  quantity,
  list_price: money,
  unit_price: money,
  price_reason: z.string().nullable(),
  amount: money,
  line_discount: money,
  discount_reason: z.string().nullable(),
  cart_discount: money,
  vat_code: vatCode,
  vat_percent: percentage,
  net: money,
  vat: money,
  gross: money,
  note: z.string().nullable(),
  /** Only for users who may see cost. */
  cost: money.optional(),
  refundable_quantity: quantity,
  refundable: money,
});
