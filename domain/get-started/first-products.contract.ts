import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { id, runWhenReadable, requiredText } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { positiveQuantity } from '../kernel/quantity';
import { enteredUnitCost, isWithinReach } from '../kernel/unit-cost';
import { vatCode } from '../kernel/vat';
import { barcodeText } from '../products/barcode';

const line = z
  .strictObject({
    name: requiredText('Name', 200),
    barcode: barcodeText.nullish(),
    price: enteredMoney.refine(pence => pence >= 0, 'Enter a price of zero or more.'),
    vat_code: vatCode.optional(),
    /** In stock now. Omit if it has not been counted. */
    quantity: positiveQuantity.nullish(),
    /** Required with a quantity. */
    unit_cost: enteredUnitCost('Enter a cost of zero or more.').nullish(),
  })
  .superRefine(({ quantity, unit_cost }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: [path] });
    if (quantity != null && unit_cost == null) wrong('unit_cost', 'Enter what one costs you.');
    if (quantity == null && unit_cost != null) wrong('quantity', 'Enter how many are in stock.');
  })
  .refine(
    ({ quantity, unit_cost }) => quantity == null || unit_cost == null || isWithinReach(unit_cost, quantity),
    {
      path: ['unit_cost'],
      message: 'This value is too large to record. Check the quantity and the cost.',
      ...runWhenReadable('quantity', 'unit_cost'),
    },
  );

/** The first products of a business, with the stock on hand. */
export const firstProducts = call('POST', '/get-started/products', {
  summary: 'Add the first products with their opening stock',
  access: can('create_product', 'view_cost', 'adjust_stock'),
  body: z.strictObject({
    /** Whether the prices entered include VAT. The default of new products if omitted. */
    price_includes_vat: z.boolean('Choose whether prices include VAT.').optional(),
    lines: z.array(line).min(1, 'Enter at least one product.').max(20, 'Enter at most 20 products at once.'),
  }),
  reply: z.object({
    products: z.array(z.object({ id, sku: z.string(), name: z.string() })),
    /** The value of the opening stock, which waits on account 3900 for its counterpart (rule L9). */
    opening_value: money,
  }),
});
