import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatQuantity, positiveQuantity, quantityFromText } from '#domain/kernel/quantity';
import { isBelowMinimum, minimumInUnit } from '#domain/stock/reorder';
import { typedQuantity } from '../../ui/form/typed-figures';
import type { LineValues } from './order-form-values';
import { minimumsOfSupplier } from './purchase-orders.queries';

type Supplier = { readonly id: number; readonly name: string } | null;

/** Warns about lines below the supplier's minimum order; they are not refused. The same function until these change. */
export function useMinimums(supplier: Supplier): (line: LineValues) => string | null {
  const found = useQuery(minimumsOfSupplier(supplier?.id)).data;
  const name = supplier?.name;
  return useMemo(() => {
    const byProduct = new Map(found?.data.map(one => [one.product_id, one]));
    return ({ product, quantity, factor }) => {
      const known = product && byProduct.get(product.id);
      if (!known || factor === '') return null;
      const typed = positiveQuantity.safeDecode(typedQuantity(quantity));
      if (!typed.success) return null;
      const minimum = minimumInUnit(known.minimum, known.factor, quantityFromText(factor));
      return isBelowMinimum(typed.data, minimum)
        ? `The minimum order from ${name} is ${formatQuantity(minimum)}.`
        : null;
    };
  }, [found, name]);
}
