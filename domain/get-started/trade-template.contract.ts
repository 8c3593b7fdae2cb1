import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { quantity } from '../kernel/quantity';
import { vatCode } from '../kernel/vat';
import { stockPolicy } from '../products/product.status';
import { trade } from './trade-templates';

const names = z.array(z.string());

const additions = z.object({
  units: names,
  categories: names,
  sub_categories: z.array(z.object({ category: z.string(), name: z.string() })),
  expense_categories: names,
  /** The defaults that new products will have; null if the business has chosen its own, which are kept. */
  new_product: z
    .object({
      unit: z.string(),
      vat_code: vatCode,
      stock_policy: stockPolicy,
      reorder_level: quantity.nullable(),
      reorder_quantity: quantity.nullable(),
    })
    .nullable(),
});

const addedByTrade = z.object({ trade, name: z.string(), about: z.string(), adds: additions });

/** What a trade usually needs before its first product. What exists already, in any letter case, is kept. */
export const tradeTemplate = {
  list: call('GET', '/get-started/trades', {
    summary: 'List the trades, and what the template of each would add',
    access: can('view_setting', 'edit_setting'),
    reply: z.object({ data: z.array(addedByTrade) }),
  }),
  apply: call('POST', '/get-started/trades', {
    summary: 'Add the units, categories and defaults of a trade',
    access: can('view_setting', 'edit_setting', 'create_master'),
    body: z.strictObject({ trade }),
    reply: z.object({ added: additions }),
  }),
};

export type Additions = z.output<typeof additions>;
export type AddedByTrade = z.output<typeof addedByTrade>;
