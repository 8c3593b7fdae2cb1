import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { id, version } from '../kernel/fields';
import { positiveQuantity, quantity, quantityFromZero } from '../kernel/quantity';
import { vatCode } from '../kernel/vat';
import { stockPolicy } from '../products/product.status';

/** Defaults for products added on screen. */
export const newProduct = z.object({
  price_includes_vat: z.boolean(),
  vat_code: vatCode,
  /** Null: the unit is chosen for each product. */
  unit_id: id.nullable(),
  stock_policy: stockPolicy,
  reorder_level: quantity.nullable(),
  reorder_quantity: quantity.nullable(),
});
export type NewProduct = z.output<typeof newProduct>;

export const defaultNewProduct: NewProduct = {
  price_includes_vat: true,
  vat_code: 'S',
  unit_id: null,
  stock_policy: 'block',
  reorder_level: null,
  reorder_quantity: null,
};

const reply = newProduct.extend({ version });

export const newProductSettings = {
  get: call('GET', '/settings/new-products', {
    summary: 'Show the defaults for new products',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/new-products', {
    summary: 'Edit the defaults for new products',
    access: can('edit_setting'),
    body: z.strictObject({
      price_includes_vat: z.boolean('Choose whether prices include VAT.'),
      vat_code: vatCode.default('S'),
      unit_id: z.int('Choose a unit.').positive('Choose a unit.').nullish(),
      stock_policy: stockPolicy,
      reorder_level: quantityFromZero.nullish(),
      reorder_quantity: positiveQuantity.nullish(),
      version: version.optional(),
    }),
    reply,
  }),
};

export type NewProductSettings = z.output<typeof reply>;
