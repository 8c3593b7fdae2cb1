import type { ProductStatus, StockState } from '#domain/products/product.status';
import type { Tone } from '../../ui/badge';

export const productTones: Readonly<Record<ProductStatus, Tone>> = {
  active: 'success',
  inactive: 'secondary',
  archived: 'secondary',
};

export const stockTones: Readonly<Record<StockState, Tone>> = {
  in_stock: 'success',
  low: 'warning',
  out: 'danger',
  negative: 'danger',
  not_stocked: 'secondary',
};
