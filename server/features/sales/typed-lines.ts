import type { BasketWrite } from '#domain/sales/basket.contract';

type Line = BasketWrite['lines'][number] | undefined;

export const hasTypedPrice = (line: Line): boolean => line?.unit_price !== undefined;
export const hasTypedDiscount = (line: Line): boolean =>
  line?.discount_amount !== undefined || line?.discount_percent !== undefined;
