import { type NewProduct, newProduct, usualNewProduct } from '#domain/settings/new-products.contract';
import type { Setting } from '../settings';

/** Defaults for products added on screen. */
export const newProductSetting: Setting<NewProduct> = {
  key: 'new_products',
  name: 'New products',
  stored: newProduct.catch(usualNewProduct),
  shown: product => product,
};
