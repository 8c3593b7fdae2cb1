import type { ProductRow } from '#domain/products/product.contract';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the product list as a file. Its headers are those that an import knows, so a file comes back in. */
export const productExportColumns = (withCost: boolean): readonly Column<ProductRow>[] => [
  { header: 'SKU', kind: 'text', width: 16, value: p => p.sku },
  { header: 'Name', kind: 'text', width: 36, value: p => p.name },
  { header: 'Category', kind: 'text', width: 20, value: p => p.category?.name ?? null },
  { header: 'Sub-category', kind: 'text', width: 20, value: p => p.sub_category?.name ?? null },
  { header: 'Brand', kind: 'text', width: 18, value: p => p.brand?.name ?? null },
  { header: 'Unit', kind: 'text', width: 12, value: p => p.unit.name },
  { header: 'VAT code', kind: 'text', width: 10, value: p => p.vat_code },
  { header: 'Price', kind: 'money', width: 12, value: p => p.price },
  {
    header: 'Price includes VAT',
    kind: 'text',
    width: 18,
    value: p => (p.price_includes_vat ? 'yes' : 'no'),
  },
  { header: 'Stock', kind: 'text', width: 12, value: p => textFromQuantity(p.quantity) },
  {
    header: 'Reorder level',
    kind: 'text',
    width: 14,
    value: p => (p.reorder_level === null ? null : textFromQuantity(p.reorder_level)),
  },
  { header: 'Status', kind: 'text', width: 10, value: p => p.status },
  ...(withCost
    ? [
        {
          header: 'Average cost',
          kind: 'text' as const,
          width: 14,
          value: (p: ProductRow) => p.average_cost ?? null,
        },
        {
          header: 'Stock value',
          kind: 'money' as const,
          width: 14,
          value: (p: ProductRow) => p.stock_value ?? null,
        },
      ]
    : []),
];
