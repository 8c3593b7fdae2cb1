import type { ProductStatus, StockState } from '#domain/products/product.status';
import type { Tone } from '../../ui/badge';

/** Hundredths of a percent as people read them: 2050 → "20.5 %". */
export function percentOf(hundredths: number): string {
  const size = Math.abs(hundredths);
  const decimals = String(size % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${hundredths < 0 ? '−' : ''}${Math.trunc(size / 100)}${decimals && `.${decimals}`} %`;
}

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
