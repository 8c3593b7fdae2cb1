import { type NewProduct, newProduct, defaultNewProduct } from '#domain/settings/new-products.contract';
import type { Setting } from '../settings';

/** Defaults for products added on screen. */
export const newProductSetting: Setting<NewProduct> = {
  key: 'new_products',
  name: 'New products',
  stored: newProduct.catch(defaultNewProduct),
  shown: product => product,
};
