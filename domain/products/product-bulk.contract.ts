import * as z from 'zod';
import { bulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { enteredMoney } from '../kernel/money';
import { positiveQuantity, quantityFromZero } from '../kernel/quantity';
import { vatCode } from '../kernel/vat';
import { choice, products } from './product.contract';
import { productStatus, stockPolicy } from './product.status';

/** What can be changed on many products at once; omitted fields do not change, null clears. */
const change = z
  .strictObject({
    status: productStatus.optional(),
    category_id: choice('category').nullish(),
    /** Only together with its category. */
    sub_category_id: choice('sub-category').nullish(),
    brand_id: choice('brand').nullish(),
    unit_id: choice('unit').optional(),
    stock_policy: stockPolicy.optional(),
    vat_code: vatCode.optional(),
    price_percent: z
      .string()
      .regex(/^-?\d{1,3}(?:\.\d{1,2})?$/, 'Enter a percentage such as 5 or -2.5.')
      .refine(text => Number(text) >= -100, 'Prices cannot fall by more than 100%.')
      .optional(),
    /** In pounds, positive or negative. */
    price_amount: enteredMoney.optional(),
    reorder_level: quantityFromZero.nullish(),
    reorder_quantity: positiveQuantity.nullish(),
  })
  .refine(wanted => Object.values(wanted).some(value => value !== undefined), 'Choose at least one change.')
  .refine(({ category_id, sub_category_id }) => sub_category_id == null || category_id != null, {
    path: ['category_id'],
    message: 'Choose the category that the sub-category belongs to.',
  })
  .refine(({ price_percent, price_amount }) => price_percent === undefined || price_amount === undefined, {
    path: ['price_amount'],
    message: 'Change prices by a percentage or by an amount, not both.',
  });

export const productBulk = bulkCalls(products.list, {
  many: 'products',
  access: can('view_product', 'edit_product'),
  change,
});
export type ProductBulkChange = z.output<typeof change>;
