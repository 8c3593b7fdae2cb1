import { stockStateNames } from '#domain/products/product.status';
import { adjustmentReasonNames } from '#domain/stock/adjustment-reason';
import { movementKindNames } from '#domain/stock/movement-kind';
import type { AgeingRow } from '#domain/stock/stock-ageing.contract';
import type { AdjustmentRow } from '#domain/stock/stock-adjustment.contract';
import type { LevelRow } from '#domain/stock/stock-level.contract';
import type { MovementRow } from '#domain/stock/stock-movement.contract';
import type { ValuationRow } from '#domain/stock/stock-valuation.contract';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { Column } from '../../platform/spreadsheets/column';

const cost = (value: string | null | undefined) => value ?? null;

export const levelColumns = (withCost: boolean): readonly Column<LevelRow>[] => [
  { header: 'SKU', kind: 'text', width: 16, value: row => row.sku },
  { header: 'Product', kind: 'text', width: 36, value: row => row.name },
  { header: 'Category', kind: 'text', width: 20, value: row => row.category?.name ?? null },
  { header: 'Quantity', kind: 'quantity', width: 12, value: row => textFromQuantity(row.quantity) },
  { header: 'Unit', kind: 'text', width: 12, value: row => row.unit },
  {
    header: 'Reorder level',
    kind: 'quantity',
    width: 14,
    value: row => (row.reorder_level === null ? null : textFromQuantity(row.reorder_level)),
  },
  { header: 'Stock', kind: 'text', width: 14, value: row => stockStateNames[row.stock_state] },
  ...(withCost ? levelCosts : []),
];
const levelCosts: readonly Column<LevelRow>[] = [
  { header: 'Average cost', kind: 'quantity', width: 14, value: row => cost(row.average_cost) },
  { header: 'Value', kind: 'money', width: 14, value: row => row.value ?? null },
];

export const movementColumns = (withCost: boolean): readonly Column<MovementRow>[] => [
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Posted', kind: 'instant', width: 20, value: row => row.posted_at },
  { header: 'Posted by', kind: 'text', width: 20, value: row => row.posted_by },
  { header: 'SKU', kind: 'text', width: 16, value: row => row.product.sku },
  { header: 'Product', kind: 'text', width: 36, value: row => row.product.name },
  { header: 'Kind', kind: 'text', width: 20, value: row => movementKindNames[row.kind] },
  { header: 'Document', kind: 'text', width: 14, value: row => row.document.number },
  { header: 'Reason', kind: 'text', width: 30, value: row => row.reason },
  { header: 'Quantity', kind: 'quantity', width: 12, value: row => textFromQuantity(row.quantity) },
  { header: 'Balance', kind: 'quantity', width: 12, value: row => textFromQuantity(row.quantity_after) },
  ...(withCost ? movementCosts : []),
];
const movementCosts: readonly Column<MovementRow>[] = [
  { header: 'Value', kind: 'money', width: 14, value: row => row.value ?? null },
  { header: 'Stock value', kind: 'money', width: 14, value: row => row.value_after ?? null },
];

export const adjustmentColumns = (withCost: boolean): readonly Column<AdjustmentRow>[] => [
  { header: 'Number', kind: 'text', width: 14, value: row => row.number },
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Reason', kind: 'text', width: 20, value: row => adjustmentReasonNames[row.reason] },
  { header: 'Note', kind: 'text', width: 40, value: row => row.note },
  { header: 'Products', kind: 'integer', width: 10, value: row => row.products },
  { header: 'Posted by', kind: 'text', width: 20, value: row => row.posted_by },
  ...(withCost ? adjustmentCosts : []),
];
const adjustmentCosts: readonly Column<AdjustmentRow>[] = [
  { header: 'Value', kind: 'money', width: 14, value: row => row.value ?? null },
];

export const valuationColumns: readonly Column<ValuationRow>[] = [
  { header: 'SKU', kind: 'text', width: 16, value: row => row.sku },
  { header: 'Product', kind: 'text', width: 36, value: row => row.name },
  { header: 'Quantity', kind: 'quantity', width: 12, value: row => textFromQuantity(row.quantity) },
  { header: 'Unit', kind: 'text', width: 12, value: row => row.unit },
  { header: 'Average cost', kind: 'quantity', width: 14, value: row => row.average_cost },
  { header: 'Value', kind: 'money', width: 14, value: row => row.value },
];

const age = (header: string, value: (row: AgeingRow) => AgeingRow['value']): Column<AgeingRow> => ({
  header,
  kind: 'money',
  width: 14,
  value,
});

export const ageingColumns: readonly Column<AgeingRow>[] = [
  { header: 'SKU', kind: 'text', width: 16, value: row => row.sku },
  { header: 'Product', kind: 'text', width: 36, value: row => row.name },
  { header: 'Quantity', kind: 'quantity', width: 12, value: row => textFromQuantity(row.quantity) },
  { header: 'Unit', kind: 'text', width: 12, value: row => row.unit },
  { header: 'Last sold', kind: 'date', width: 12, value: row => row.last_sold_on },
  { header: 'Last received', kind: 'date', width: 14, value: row => row.last_received_on },
  { header: 'Days unsold', kind: 'integer', width: 12, value: row => row.days_unsold },
  age('0 to 30 days', row => row.days_30),
  age('31 to 90 days', row => row.days_90),
  age('91 to 180 days', row => row.days_180),
  age('181 to 365 days', row => row.days_365),
  age('Over 365 days', row => row.older),
  age('Value', row => row.value),
];
