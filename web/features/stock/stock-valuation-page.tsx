import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#domain/kernel/dates';
import { quantityWords } from '#domain/kernel/unit-words';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { today } from '../../ui/form/dated-fields';
import { PrintedDays } from '../../ui/filters/filter-chips';
import { ListPage } from '../../ui/list/list-page';
import { ListTotals } from '../../ui/list/list-totals';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { ReportExport } from '../../ui/files/report-export';
import { SearchFilter } from '../../ui/filters/search-filter';
import { CategoryFilters } from '../products';
import { SavedMenu } from '../saved-reports';
import { ProductLink } from './product-link';
import './stock.css';
import { DateInput } from '../../ui/dates/date-input';
import { AverageCost } from '../../ui/unit-price';
import { valuationPage, valuationTotals } from './stock.queries';

/** Stock value at the end of a day (rule R7). */
export function StockValuationPage() {
  const list = useListState(stockValuation.list);
  const page = useQuery(valuationPage(list.query));
  const notices = useNotice();
  const asAt = list.filters.as_at ?? today();
  const { page: _page, per_page: _perPage, ...listed } = list.query;
  return (
    <ListPage
      title="Stock Valuation"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <SavedMenu report="stock-valuation" />
          <ReportExport
            call={stockValuation.export}
            pdf={stockValuation.pdf}
            query={listed}
            name="stock-valuation"
            rows={page.data?.total}
          />
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
          <CategoryFilters list={list} />
          <DateInput
            isFilter
            aria-label="As at"
            value={asAt}
            onChange={date => list.setFilter('as_at', date)}
          />
          <PrintedDays label="As at" days={formatDate(asAt)} />
          <Total list={list} asAt={asAt} />
        </>
      }
      empty="No stock on this date."
    >
      <DataTable
        label="Stock valuation"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={columns}
      />
    </ListPage>
  );
}

/** What is listed, if it is filtered, beside all stock, which is what the inventory account has. */
function Total({ list, asAt }: { list: ListStateOf<typeof stockValuation.list>; asAt: string }) {
  const search = list.search ? { search: list.search } : {};
  const { data: totals, isError } = useQuery(valuationTotals({ ...list.filters, ...search, as_at: asAt }));
  if (isError) return null;
  const isFiltered = list.search !== '' || Object.keys(list.filters).some(name => name !== 'as_at');
  return (
    <ListTotals
      sums={[
        ...((totals ? totals.listed !== null : isFiltered)
          ? [['Listed', totals?.listed ?? undefined] as const]
          : []),
        [`All stock on ${formatDate(asAt)}`, totals?.value],
        ['Account 1200', totals?.account_balance],
      ]}
    />
  );
}

const columns: Columns<typeof stockValuation.list> = [
  {
    header: 'Product',
    lines: 2,
    minWidth: '140px',
    sort: 'name',
    opens: true,
    cell: row => <ProductLink product={row} />,
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: row => <span className="figures">{quantityWords(row.quantity, row.unit)}</span>,
  },
  {
    header: 'Average cost',
    align: 'end',
    cell: row => <AverageCost cost={row.average_cost} />,
  },
  { header: 'Value', sort: 'value', align: 'end', cell: row => <Money pence={row.value} /> },
];
