import { textFromQuantity } from '#domain/kernel/quantity';
import { countScopeNames, countStatusNames } from '#domain/stock/count-status';
import type { CountLine, CountRow } from '#domain/stock/stock-count.contract';
import type { Column } from '../../platform/spreadsheets/column';
import type { LineVisibility } from './count-lines.queries';

export const countColumns = (withCost: boolean): readonly Column<CountRow>[] => [
  { header: 'Number', kind: 'text', width: 14, value: row => row.number },
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Status', kind: 'text', width: 12, value: row => countStatusNames[row.status] },
  { header: 'Counted', kind: 'text', width: 24, value: row => row.scope_name ?? countScopeNames[row.scope] },
  { header: 'Blind', kind: 'text', width: 8, value: row => (row.is_blind ? 'Yes' : 'No') },
  { header: 'Products', kind: 'integer', width: 10, value: row => row.products },
  { header: 'Products counted', kind: 'integer', width: 16, value: row => row.counted },
  { header: 'Note', kind: 'text', width: 40, value: row => row.note },
  { header: 'Started by', kind: 'text', width: 20, value: row => row.started_by },
  { header: 'Started', kind: 'instant', width: 20, value: row => row.started_at },
  { header: 'Ended by', kind: 'text', width: 20, value: row => row.ended_by },
  { header: 'Ended', kind: 'instant', width: 20, value: row => row.ended_at },
  ...(withCost
    ? [{ header: 'Value', kind: 'money' as const, width: 14, value: (row: CountRow) => row.value ?? null }]
    : []),
];

const text = (quantity: CountLine['counted'] | undefined) =>
  quantity == null ? null : textFromQuantity(quantity);

/** The lines of a stocktake; the expected quantity only for users who can see it. */
export const countLineColumns = ({ withStock, withCost }: LineVisibility): readonly Column<CountLine>[] => [
  { header: 'Category', kind: 'text', width: 20, value: row => row.category },
  { header: 'SKU', kind: 'text', width: 16, value: row => row.sku },
  { header: 'Product', kind: 'text', width: 36, value: row => row.name },
  { header: 'Unit', kind: 'text', width: 12, value: row => row.unit },
  { header: 'Counted', kind: 'quantity', width: 12, value: row => text(row.counted) },
  ...(withStock ? stockColumns : []),
  ...(withStock && withCost ? costColumns : []),
  { header: 'Counted by', kind: 'text', width: 20, value: row => row.counted_by },
  { header: 'Counted at', kind: 'instant', width: 20, value: row => row.counted_at },
  { header: 'Note', kind: 'text', width: 30, value: row => row.note },
];
const stockColumns: readonly Column<CountLine>[] = [
  { header: 'Expected', kind: 'quantity', width: 12, value: row => text(row.expected) },
  { header: 'Variance', kind: 'quantity', width: 12, value: row => text(row.difference) },
];
const costColumns: readonly Column<CountLine>[] = [
  { header: 'Value', kind: 'money', width: 14, value: row => row.value ?? null },
];
