import { useQuery } from '@tanstack/react-query';
import { formatQuantity, positiveQuantity, quantityFromText } from '#domain/kernel/quantity';
import { isBelowMinimum, minimumInUnit } from '#domain/stock/reorder';
import { typedQuantity } from '../../ui/typed-figures';
import type { LineValues } from './order-form-values';
import { minimumsOfSupplier } from './purchase-orders.queries';

type Supplier = { readonly id: number; readonly name: string } | null;

/** Warns about lines below the supplier's minimum order; they are not refused. */
export function useMinimums(supplier: Supplier): (line: LineValues) => string | null {
  const { data } = useQuery(minimumsOfSupplier(supplier?.id)).data ?? { data: undefined };
  const byProduct = new Map(data?.map(one => [one.product_id, one]));
  return ({ product, quantity, factor }) => {
    const found = product && byProduct.get(product.id);
    if (!found || factor === '') return null;
    const typed = positiveQuantity.safeDecode(typedQuantity(quantity));
    if (!typed.success) return null;
    const minimum = minimumInUnit(found.minimum, found.factor, quantityFromText(factor));
    return isBelowMinimum(typed.data, minimum)
      ? `The minimum order from ${supplier?.name} is ${formatQuantity(minimum)}.`
      : null;
  };
}
