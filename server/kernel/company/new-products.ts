import * as z from 'zod';
import { textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { vatCode } from '#domain/kernel/vat';
import { stockPolicy } from '#domain/products/product.status';
import { type NewProduct, defaultNewProduct } from '#domain/settings/new-products.contract';
import type { Reader } from '../../platform/database/open-database';
import { type Current, findSetting, type Setting } from '../settings';

const thousandths = z.int().transform(toQuantity).nullable().default(null);
const stored = z.object({
  price_includes_vat: z.boolean(),
  vat_code: vatCode.default(defaultNewProduct.vat_code),
  unit_id: z.int().nullable().default(null),
  stock_policy: stockPolicy,
  reorder_level: thousandths,
  reorder_quantity: thousandths,
});

const quantityText = (quantity: number | null) => (quantity === null ? null : textFromQuantity(quantity));

/** Defaults for products added on screen. */
export const newProductSetting: Setting<NewProduct> = {
  key: 'new_products',
  name: 'New products',
  stored: stored.catch(defaultNewProduct),
  shown: ({ reorder_level, reorder_quantity, ...product }) => ({
    ...product,
    reorder_level: quantityText(reorder_level),
    reorder_quantity: quantityText(reorder_quantity),
  }),
};

/** The stored defaults. A unit that was deleted since, alone or with the sample data, is no longer one. */
export async function findNewProducts(db: Reader): Promise<Current<NewProduct>> {
  const found = await findSetting(db, newProductSetting);
  const { unit_id } = found.value;
  if (unit_id === null || (await isUnit(db, unit_id))) return found;
  return { ...found, value: { ...found.value, unit_id: null } };
}

export const isUnit = async (db: Reader, id: number): Promise<boolean> =>
  (await db.selectFrom('units').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
