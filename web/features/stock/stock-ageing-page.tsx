import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#domain/kernel/dates';
import { quantityWords } from '#domain/kernel/unit-words';
import { type AgeingRow, stockAgeing } from '#domain/stock/stock-ageing.contract';
import { useListState } from '../../platform/list-state';
import { counted } from '../../ui/counted';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { DateInput } from '../../ui/dates/date-input';
import { today } from '../../ui/form/dated-fields';
import { ExportMenu } from '../../ui/files/export-menu';
import { PrintedDays } from '../../ui/filters/filter-chips';
import { ListPage } from '../../ui/list/list-page';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { ShownAs, ShownAsPicker, useShownAs } from '../../ui/charts/shown-as';
import { Tiles } from '../../ui/tiles';
import { CategoryFilters } from '../products';
import { SavedMenu } from '../saved-reports';
import { ProductLink } from './product-link';
import './stock.css';
import { ageingPage, ageingTotals } from './stock.queries';

/** Which stock has lain for how long, and the money in it. */
export function StockAgeingPage() {
  const list = useListState(stockAgeing.list);
  const page = useQuery(ageingPage(list.query));
  const notices = useNotice();
  const asAt = list.filters.as_at ?? today();
  const shown = useShownAs('table');
  const search = list.search ? { search: list.search } : {};
  const totals = useQuery(ageingTotals({ ...list.filters, ...search, as_at: asAt }));
  return (
    <ListPage
      title="Stock Ageing"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <SavedMenu report="stock-ageing" />
          <ExportMenu list={list} call={stockAgeing.export} fileName="stock-ageing" />
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
          <CategoryFilters list={list} />
          <SelectFilter
            list={list}
            name="unsold_for"
            label="Not sold"
            all="Sold or not"
            options={unsoldFor}
          />
          <DateInput
            isFilter
            aria-label="As at"
            value={asAt}
            onChange={date => list.setFilter('as_at', date)}
          />
          <ShownAsPicker shown={shown} />
        </>
      }
      empty={list.isNarrowed ? 'No stock matches this search.' : 'No stock on this date.'}
      above={<Totals asAt={asAt} totals={totals.data} none={totals.isError ? '—' : '…'} />}
    >
      <ShownAs
        shown={shown}
        chart={{ label: 'Stock by age', of: 'Age', bars: totals.data && barsOf(totals.data) }}
      >
        <DataTable
          label="Stock ageing"
          list={list}
          rows={page.data?.data}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          columns={columns}
        />
      </ShownAs>
    </ListPage>
  );
}

const unsoldFor = ['30', '90', '180', '365'].map(days => ({
  value: days,
  label: `Not sold for ${days} days`,
}));

const ages = [
  ['0–30 days', 'days_30'],
  ['31–90 days', 'days_90'],
  ['91–180 days', 'days_180'],
  ['181–365 days', 'days_365'],
  ['Over 365 days', 'older'],
] as const;

type Ages = Readonly<Record<(typeof ages)[number][1] | 'value', number>>;

const barsOf = (totals: Ages) => ages.map(([label, part]) => ({ key: part, label, value: totals[part] }));

/** The ages of what is listed. */
const Totals = ({ asAt, totals, none }: { asAt: string; totals: Ages | undefined; none: string }) => (
  <section className="card-body" aria-label="Listed stock by age">
    <PrintedDays label="As at" days={formatDate(asAt)} />
    <Tiles
      tiles={[...ages, ['Listed stock', 'value'] as const].map(([label, part]) => ({
        label,
        value: totals ? <Money pence={totals[part]} /> : none,
      }))}
    />
  </section>
);

const age = (header: string, part: (typeof ages)[number][1]): Column<AgeingRow> => ({
  header,
  align: 'end',
  // On a phone the tiles have the ages of everything listed.
  phone: 'hidden',
  cell: row => (row[part] === 0 ? '—' : <Money pence={row[part]} />),
});

const columns: Columns<typeof stockAgeing.list> = [
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
    header: 'Last sold',
    kind: 'date',
    cell: row => (row.last_sold_on === null ? 'Never' : formatDate(row.last_sold_on)),
  },
  {
    header: 'Last received',
    kind: 'date',
    hidden: true,
    cell: row => (row.last_received_on === null ? '—' : formatDate(row.last_received_on)),
  },
  {
    header: 'Days unsold',
    sort: 'days_unsold',
    align: 'end',
    cell: row => <span className="figures">{counted(row.days_unsold)}</span>,
  },
  ...ages.map(([header, part]) => age(header, part)),
  { header: 'Value', sort: 'value', align: 'end', cell: row => <Money pence={row.value} /> },
];
