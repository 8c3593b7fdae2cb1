import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import { type ProductRow, products } from '#domain/products/product.contract';
import { stockStateNames } from '#domain/products/product.status';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import {
  type LevelRow,
  stockAttentionNames,
  stockLevels,
  type StockTotals,
} from '#domain/stock/stock-level.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { type ListState, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { InListFoot } from '../../ui/list/list-totals';
import { Money, Sum } from '../../ui/money';
import { type Notices, useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { AverageCost } from '../../ui/unit-price';
import { useBulkActs } from '../bulk-changes';
import { CategoryFilters, LabelsButton, LabelsDialog } from '../products';
import { ProductLink } from './product-link';
import './stock.css';
import { levelPage, levelTotals } from './stock.queries';
import { totalledColumns } from './totalled-columns';

const states = ['in_stock', 'low', 'out', 'negative'] as const;
const tones = {
  in_stock: 'success',
  low: 'warning',
  out: 'secondary',
  negative: 'danger',
  not_stocked: 'secondary',
} as const;

/** Stock levels, with values for users with `view_cost`. */
export function StockLevelsPage() {
  const list = useListState(stockLevels.list);
  const page = useQuery(levelPage(list.query));
  const notices = useNotice();
  const found = useQuery(levelTotals(list.query));
  const totals = found.data;
  const { can, canCall } = useAccess();
  const selected = useLevelSelection(list, page.data, notices);
  const ofLevels = can('view_cost') ? withCost(currentTotals(found)?.listed) : columns;
  return (
    <ListPage
      title="Stock Levels"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={stockLevels.export} fileName="stock" />
          {canCall(stockAdjustments.create) && adjustButton}
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
          <CategoryFilters list={list} />
          <SelectFilter
            list={list}
            name="stock_state"
            label="Stock"
            all="Any stock"
            options={states.map(value => ({ value, label: stockStateNames[value] }))}
          />
          <SelectFilter
            list={list}
            name="attention"
            label="Alert"
            all="All products"
            options={optionsFrom(stockAttentionNames)}
          />
          {!found.isError && <Totals totals={totals} withValue={can('view_cost')} />}
        </>
      }
      selection={selected.bar}
      empty={
        list.isNarrowed
          ? 'No stock matches this search.'
          : 'No stock yet. Add a product that is kept in stock.'
      }
    >
      <DataTable
        label="Stock levels"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={[...(selected.column ? [selected.column] : []), ...ofLevels]}
      />
      {selected.dialog}
    </ListPage>
  );
}

/** The levels that are exported, or whose labels are printed, together. */
function useLevelSelection(
  list: ListState,
  page: { readonly data: readonly LevelRow[]; readonly total: number } | undefined,
  notices: Notices,
) {
  const { canCall } = useAccess();
  const [labelled, setLabelled] = useState<readonly ProductRow[] | null>(null);
  const { column, bar } = useBulkActs<LevelRow>({
    list,
    page,
    nameOf: ({ name }) => name,
    one: 'product',
    many: 'products',
    exported: { call: stockLevels.export, fileName: 'stock' },
    others: canCall(products.list)
      ? {
          render: selection => (
            <LabelsButton
              selection={selection}
              notices={notices}
              rowsOf={async query => (await request(stockLevels.list, { query, shownInPlace: true })).data}
              onLoaded={setLabelled}
            />
          ),
        }
      : null,
  });
  const dialog = labelled && <LabelsDialog products={labelled} onClose={() => setLabelled(null)} />;
  return { column, bar, dialog };
}

/** An element, not a component: a list keeps its primary button beside the title on a phone, and knows it by its type. */
export const adjustButton = (
  <LinkButton to="/stock/adjustments/create" leftSection={<SlidersHorizontal size={16} />}>
    Adjust stock
  </LinkButton>
);

/** Counts of all products by stock state, in one line. The list may be filtered; these are not. */
function Totals({ totals, withValue }: { totals: StockTotals | undefined; withValue: boolean }) {
  return (
    <InListFoot>
      <p className="stock-totals figures" aria-label="All products" data-waits={!totals || undefined}>
        <span>All products:</span>
        {states.map(state => (
          <span key={state}>
            {stockStateNames[state]} <strong>{totals ? totals[state].toLocaleString('en-GB') : '…'}</strong>
          </span>
        ))}
        {(totals ? totals.value !== undefined : withValue) && (
          <span>
            Value <strong>{totals?.value === undefined ? '…' : formatPounds(totals.value)}</strong>
          </span>
        )}
      </p>
    </InListFoot>
  );
}

const columns: Columns<typeof stockLevels.list> = [
  {
    header: 'Product',
    lines: 2,
    minWidth: '140px',
    sort: 'name',
    opens: true,
    cell: row => <ProductLink product={row} />,
  },
  { header: 'SKU', kind: 'code', hidden: true, sort: 'sku', cell: row => row.sku },
  { header: 'Category', cell: row => row.category?.name ?? '—' },
  {
    header: 'Stock',
    cell: row => <Badge tone={tones[row.stock_state]}>{stockStateNames[row.stock_state]}</Badge>,
  },
  {
    header: 'Reorder level',
    align: 'end',
    cell: row => (
      <span className="figures">{row.reorder_level === null ? '—' : formatQuantity(row.reorder_level)}</span>
    ),
  },
  {
    header: 'Quantity',
    sort: 'quantity',
    align: 'end',
    cell: row => <span className="figures">{quantityWords(row.quantity, row.unit)}</span>,
  },
  { header: 'Unit', kind: 'code', hidden: true, cell: row => row.unit },
];

const withCost = (listed: Pence | undefined): Columns<typeof stockLevels.list> => [
  ...totalledColumns(columns),
  {
    header: 'Average cost',
    align: 'end',
    cell: row => <AverageCost cost={row.average_cost} />,
  },
  {
    header: 'Value',
    align: 'end',
    cell: row => <Money pence={row.value ?? 0} />,
    foot: <Sum pence={listed} />,
  },
];
