import { useQuery } from '@tanstack/react-query';
import { formatQuantity, positiveQuantity, quantityFromText } from '#domain/kernel/quantity';
import { isBelowMinimum, minimumInUnit } from '#domain/stock/reorder';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { request } from '../../platform/api';
import { typedQuantity } from '../../ui/typed-figures';
import type { LineValues } from './order-form-values';

type Supplier = { readonly id: number; readonly name: string } | null;

/** Says of a line that it asks for less than the supplier sells; such a line is warned about, not refused. */
export function useMinimums(supplier: Supplier): (line: LineValues) => string | null {
  const { data } = useQuery({
    queryKey: [supplierPrices.minimums.path, supplier?.id],
    queryFn: ({ signal }) =>
      request(supplierPrices.minimums, { params: { id: supplier?.id ?? 0 }, signal, shownInPlace: true }),
    enabled: supplier !== null,
  }).data ?? { data: undefined };
  const byProduct = new Map(data?.map(one => [one.product_id, one]));
  return ({ product, quantity, factor }) => {
    const found = product && byProduct.get(product.id);
    const typed = positiveQuantity.safeDecode(typedQuantity(quantity));
    if (!found || !typed.success || factor === '') return null;
    const least = minimumInUnit(found.minimum, found.factor, quantityFromText(factor));
    return isBelowMinimum(typed.data, least)
      ? `${supplier?.name} sells at least ${formatQuantity(least)}.`
      : null;
  };
}
