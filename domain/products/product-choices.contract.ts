import * as z from 'zod';
import { canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { id, recordStatus } from '../kernel/fields';
import { vatCode } from '../kernel/vat';
import { newProduct } from '../settings/new-products.contract';

const choice = z.object({ id, name: z.string(), status: recordStatus });

/** The choices in the product form and filters; VAT rates are today's, in hundredths of a percent. */
export const productChoices = call('GET', '/products/choices', {
  summary: 'List the categories, brands, units and VAT codes a product can have',
  access: canAny(
    'view_product',
    'create_product',
    'edit_product',
    'view_purchaseorder',
    'create_purchaseorder',
    'edit_purchaseorder',
    'view_stock',
  ),
  reply: z.object({
    categories: z.array(choice),
    sub_categories: z.array(choice.extend({ category_id: id })),
    brands: z.array(choice),
    units: z.array(choice),
    vat_rates: z.array(z.object({ code: vatCode, rate: z.int() })),
    /** Whether the business is registered for VAT today; if not, it sells without VAT. */
    charges_vat: z.boolean(),
    /** The defaults of the form for a new product. */
    new_product: newProduct,
  }),
});

export type ProductChoices = z.output<typeof productChoices.reply>;
