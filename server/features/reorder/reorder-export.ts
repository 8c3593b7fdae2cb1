import { textFromQuantity } from '#domain/kernel/quantity';
import { leadTimeOf } from '#domain/stock/reorder';
import type { ReorderRow } from '#domain/stock/reorder.contract';
import type { Column } from '../../platform/spreadsheets/column';

const sourceOf = ({ supplier, suppliers }: ReorderRow) => suppliers.find(({ id }) => id === supplier?.id);
const orNull = (quantity: number | null) => (quantity === null ? null : textFromQuantity(quantity));

export const reorderColumns = (withCost: boolean): readonly Column<ReorderRow>[] => [
  { header: 'SKU', kind: 'text', width: 16, value: row => row.sku },
  { header: 'Product', kind: 'text', width: 36, value: row => row.name },
  { header: 'Category', kind: 'text', width: 20, value: row => row.category?.name ?? null },
  { header: 'Unit', kind: 'text', width: 12, value: row => row.unit },
  { header: 'On hand', kind: 'quantity', width: 12, value: row => textFromQuantity(row.on_hand) },
  { header: 'On order', kind: 'quantity', width: 12, value: row => textFromQuantity(row.on_order) },
  { header: 'In drafts', kind: 'quantity', width: 12, value: row => textFromQuantity(row.in_drafts) },
  { header: 'Reorder level', kind: 'quantity', width: 14, value: row => orNull(row.reorder_level) },
  {
    header: 'Demand per day',
    kind: 'quantity',
    width: 14,
    value: row => textFromQuantity(row.demand_per_day),
  },
  { header: 'Days left', kind: 'integer', width: 10, value: row => row.days_left },
  { header: 'Supplier', kind: 'text', width: 30, value: row => row.supplier?.name ?? null },
  {
    header: 'Lead time in days',
    kind: 'integer',
    width: 16,
    value: row => (row.supplier === null ? null : leadTimeOf(sourceOf(row)).days),
  },
  {
    header: 'Lead time from',
    kind: 'text',
    width: 16,
    value: row => (row.supplier === null ? null : leadTimeOf(sourceOf(row)).basis),
  },
  { header: 'Order', kind: 'quantity', width: 12, value: row => textFromQuantity(row.suggested) },
  { header: 'Buying unit', kind: 'text', width: 14, value: row => row.buying_unit },
  ...(withCost ? costColumns : []),
];
const costColumns: readonly Column<ReorderRow>[] = [
  { header: 'Last price', kind: 'unit cost', width: 14, value: row => sourceOf(row)?.last_price ?? null },
];
