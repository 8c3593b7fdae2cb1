import { textFromQuantity } from '#domain/kernel/quantity';
import type { ProductChoice } from '#domain/products/product.contract';
import type { LineValues } from './order-form-values';

/** The values a line takes from its product: buying unit, VAT and last price. */
export function lineOf(product: ProductChoice, line: LineValues): Partial<LineValues> {
  const single = { unit: product.unit, factor: '1' };
  const bought = product.buying_unit
    ? { unit: product.buying_unit, factor: textFromQuantity(product.buying_factor) }
    : single;
  return {
    product: { id: product.id, sku: product.sku, name: product.name },
    description: product.name,
    ...bought,
    units: product.buying_unit ? [bought, single] : [single],
    quantity: line.quantity || '1',
    unit_price: line.unit_price || (product.last_cost ?? ''),
    vat_code: product.vat_code,
  };
}
