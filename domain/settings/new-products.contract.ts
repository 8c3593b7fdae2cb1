import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';
import { stockPolicy } from '../products/product.status';

/** Defaults for products added on screen. */
export const newProduct = z.object({ price_includes_vat: z.boolean(), stock_policy: stockPolicy });
export type NewProduct = z.output<typeof newProduct>;

export const defaultNewProduct: NewProduct = { price_includes_vat: true, stock_policy: 'block' };

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
      stock_policy: stockPolicy,
      version: version.optional(),
    }),
    reply,
  }),
};

export type NewProductSettings = z.output<typeof reply>;
