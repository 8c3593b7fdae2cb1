import { useState } from 'react';
import type { ProductRow } from '#domain/products/product.contract';

export type SelectedProducts = ReturnType<typeof useSelectedProducts>;

/** The products selected in the list, kept across pages and filters. */
export function useSelectedProducts() {
  const [rows, setRows] = useState<readonly ProductRow[]>([]);
  const has = ({ id }: ProductRow) => rows.some(row => row.id === id);
  return {
    rows,
    has,
    toggle: (row: ProductRow) => setRows(has(row) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]),
    addAll: (more: readonly ProductRow[]) =>
      setRows([...rows, ...more.filter(row => row.status !== 'archived' && !has(row))]),
    clear: () => setRows([]),
  };
}
