import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { id, version } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { positiveQuantity, quantity } from '../kernel/quantity';

const price = enteredMoney.refine(pence => pence >= 0, 'Enter a price of zero or more.');
const group = z.object({ id, name: z.string() });

/** The prices of a product besides its list price, in its own mode, including or excluding VAT. */
const productPrices = z.object({
  id,
  price: money,
  price_includes_vat: z.boolean(),
  group_prices: z.array(z.object({ group, unit_price: money })),
  breaks: z.array(z.object({ group: group.nullable(), from_quantity: quantity, unit_price: money })),
  /** The product's version, because editing either edits both. */
  version,
});

const productPricesWrite = z
  .strictObject({
    group_prices: z
      .array(z.strictObject({ price_group_id: id, unit_price: price }))
      .max(100, 'A product can have at most 100 group prices.'),
    breaks: z
      .array(
        z.strictObject({
          price_group_id: id.nullish(),
          from_quantity: positiveQuantity,
          unit_price: price,
        }),
      )
      .max(100, 'A product can have at most 100 quantity breaks.'),
    version: version.optional(),
  })
  .superRefine(({ group_prices, breaks }, issues) => {
    const report = (path: (string | number)[], message: string) =>
      issues.addIssue({ code: 'custom', path, message });
    const groups = new Set<number>();
    for (const [index, { price_group_id }] of group_prices.entries()) {
      if (groups.has(price_group_id))
        report(['group_prices', index, 'price_group_id'], 'This price group is entered twice. Remove one.');
      groups.add(price_group_id);
    }
    const seen = new Set<string>();
    for (const [index, entry] of breaks.entries()) {
      const key = `${entry.price_group_id ?? ''} ${entry.from_quantity}`;
      if (seen.has(key))
        report(['breaks', index, 'from_quantity'], 'There are two prices from this quantity. Remove one.');
      seen.add(key);
    }
  });

export const productPricesCalls = {
  get: call('GET', '/products/{id}/prices', {
    summary: 'Show a product’s group prices and quantity breaks',
    access: can('view_product'),
    reply: productPrices,
  }),
  save: call('PUT', '/products/{id}/prices', {
    summary: 'Replace a product’s group prices and quantity breaks',
    access: can('edit_product'),
    body: productPricesWrite,
    reply: productPrices,
  }),
};

export type ProductPrices = z.output<typeof productPrices>;
export type ProductPricesWrite = z.output<typeof productPricesWrite>;
