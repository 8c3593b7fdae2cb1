import { useQuery } from '@tanstack/react-query';
import type { Pence } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { movementKind, movementKindNames } from '#domain/stock/movement-kind';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day, ExactMoment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { OnlyChosen } from '../../ui/filters/only-chosen';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { DocumentLink } from '../../ui/record/document-link';
import { ProductLink } from './product-link';
import './stock.css';
import { movementPage, movementTotals } from './stock.queries';
import { totalledColumns } from './totalled-columns';

/** All stock movements, newest first, each with its document and the balance after it. */
export function StockMovementsPage() {
  const list = useListState(stockMovements.list);
  const page = useQuery(movementPage(list.query));
  const notices = useNotice();
  const hasValue = useAccess().canCall(stockMovements.totals);
  const total = currentTotals(useQuery({ ...movementTotals(list.query), enabled: hasValue }))?.value;
  return (
    <ListPage
      title="Stock Movements"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={stockMovements.export} fileName="stock-movements" />}
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by product or document" />
          <SelectFilter
            list={list}
            name="kind"
            label="Kind"
            all="All kinds"
            options={movementKind.options.map(value => ({ value, label: movementKindNames[value] }))}
          />
          <DateRangeFilter list={list} />
          <OnlyChosen list={list} name="product_id" kind="product" />
        </>
      }
      empty={
        list.isNarrowed
          ? 'No stock movements match this search.'
          : 'No stock movements yet. Stock is added when goods are received or adjusted.'
      }
    >
      <DataTable
        label="Stock movements"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={hasValue ? withValue(total) : columns}
      />
    </ListPage>
  );
}

const signed = (quantity: number) => `${quantity > 0 ? '+' : ''}${formatQuantity(quantity)}`;

const columns: Columns<typeof stockMovements.list> = [
  { header: 'Date', kind: 'date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  {
    header: 'Product',
    lines: 3,
    phone: 'title',
    minWidth: '180px',
    cell: row => <ProductLink product={row.product} />,
  },
  { header: 'SKU', kind: 'code', hidden: true, cell: row => row.product.sku },
  { header: 'Kind', kind: 'code', cell: row => movementKindNames[row.kind] },
  {
    header: 'Document',
    opens: true,
    cell: ({ document: { number, link } }) => (
      <DocumentLink document={{ number: number ?? (link && 'Show'), link }} />
    ),
  },
  { header: 'Reason', cell: row => row.reason ?? '—' },
  { header: 'By', kind: 'person', cell: row => row.posted_by },
  { header: 'Posted', kind: 'moment', hidden: true, cell: row => <ExactMoment at={row.posted_at} /> },
  { header: 'Quantity', align: 'end', cell: row => <span className="figures">{signed(row.quantity)}</span> },
  {
    header: 'Balance',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.quantity_after)}</span>,
  },
];

const withValue = (total: Pence | undefined): Columns<typeof stockMovements.list> => [
  ...totalledColumns(columns),
  {
    header: 'Value',
    align: 'end',
    cell: row => <Money pence={row.value ?? 0} />,
    foot: <Sum pence={total} />,
  },
  { header: 'Stock value', align: 'end', cell: row => <Money pence={row.value_after ?? 0} /> },
];
