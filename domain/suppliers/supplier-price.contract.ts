import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id, optionalText, version } from '../kernel/fields';
import { positiveQuantity, quantity } from '../kernel/quantity';
import { enteredUnitCost, millionthsOf, unitCost } from '../kernel/unit-cost';

/**
 * A supplier's price for a product on an order, less discount, or as billed: for one unit of the order, with the
 * number of product units it held.
 */
const paidPrice = z.object({ on: calendarDate, price: unitCost, factor: quantity });

/** A product as a supplier sells it: their code, the pack and recent prices. */
const supplierPrice = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  supplier_code: z.string().nullable(),
  /** The pack of the last order, else the buying unit. */
  unit: z.string(),
  factor: quantity,
  /** The unit of the minimum, and how many product units it holds. */
  buying_unit: z.string(),
  buying_factor: quantity,
  minimum: quantity.nullable(),
  /** As stated by the supplier. */
  lead_time_days: z.int().nullable(),
  /** Average days from order to receipt. */
  measured_lead_days: z.int().nullable(),
  /** Agreed with the supplier for one buying unit; from that day on, orders propose it. */
  agreed_price: unitCost.nullable(),
  agreed_from: calendarDate.nullable(),
  /** Of one pack, less discount, as the order form and Reorder propose it: agreed for today, else paid last; null without either. */
  last_price: unitCost.nullable(),
  last_ordered_on: calendarDate.nullable(),
  /** The last twelve prices, oldest first, without free goods; empty when it was never ordered. */
  prices: z.array(paidPrice),
  /** When omitted from an edit, current values are overwritten; null when nothing was entered yet. */
  version: version.nullable(),
});

const positivePrice = 'Enter a price above zero.';

const terms = z
  .strictObject({
    supplier_code: optionalText('Their code', 60),
    /** For one buying unit of the product. */
    agreed_price: enteredUnitCost(positivePrice)
      .refine(cost => cost.startsWith('-') || millionthsOf(cost) > 0n, positivePrice)
      .nullish(),
    agreed_from: enteredDate.nullish(),
    minimum: positiveQuantity.nullish(),
    /** The product's, as read: price and minimum are for one buying unit of so many product units (rule R15). */
    buying_factor: positiveQuantity.optional(),
    lead_time_days: z
      .int('Enter a whole number of days.')
      .min(0, 'Enter zero days or more.')
      .max(730, 'Enter at most 730 days.')
      .nullish(),
    /** As read, null included: what someone else entered first is not overwritten (rule R15). */
    version: version.nullish(),
  })
  .superRefine(({ agreed_price: price, agreed_from: from }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (price != null && from == null) refuse('agreed_from', 'Enter the day from which this price applies.');
    if (price == null && from != null) refuse('agreed_price', 'Enter the price that applies from that day.');
  });

export const supplierPrices = {
  list: call('GET', '/suppliers/{id}/prices', {
    summary: 'Show a supplier’s price list: products ordered or entered, with their terms and prices',
    access: can('view_supplier', 'view_cost'),
    query: z.strictObject({ text: z.string().max(200, 'Search for at most 200 characters.').default('') }),
    reply: z.object({ data: z.array(supplierPrice), total: z.int() }),
  }),
  minimums: call('GET', '/suppliers/{id}/minimums', {
    summary: 'List the minimum order quantities of a supplier by product',
    access: canAny('create_purchaseorder', 'edit_purchaseorder'),
    reply: z.object({
      data: z.array(
        z.object({
          product_id: id,
          /** In buying units. */
          minimum: quantity,
          factor: quantity,
        }),
      ),
    }),
  }),
  save: call('PUT', '/suppliers/{id}/prices/{product_id}', {
    summary: 'Save the terms of a supplier for a product',
    access: can('edit_supplier', 'view_cost'),
    body: terms,
    reply: supplierPrice,
  }),
};

export type SupplierPrice = z.output<typeof supplierPrice>;
