import { formatPounds, type Pence } from '#domain/kernel/money';
import { useQuery } from '@tanstack/react-query';
import { countryOptions } from '#domain/countries/country';
import { valuesIn } from '#domain/kernel/list-query';
import { formatQuantity } from '#domain/kernel/quantity';
import { averageSale } from '#domain/reports/average-sale';
import { profitOnSales } from '#domain/reports/product-margins.contract';
import {
  documentSides,
  paidByWords,
  reportDocuments,
  type ReportDocument,
} from '#domain/reports/sales-summary.contract';
import { saleChannelNames } from '#domain/sales/sale-state';
import { tenderNames } from '../../platform/payment-names';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { counted } from '../../ui/counted';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { MoreFilters } from '../../ui/filters/more-filters';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { OnlyChosen } from '../../ui/filters/only-chosen';
import { SelectFilter } from '../../ui/filters/select-filter';
import { Tiles } from '../../ui/tiles';
import { ProductFilters } from './product-filters';
import { PeriodPicker } from './report-filters';
import { useReportState } from './report-state';
import { useReportChoices } from './use-choices';
import './reports.css';
import { documentPage, documentTotals } from './reports.queries';

/** The sales and credit notes behind a figure, with their total. */
export function ReportDocumentsPage() {
  const list = useListState(reportDocuments.list);
  const page = useQuery(documentPage(list.query));
  const notices = useNotice();
  const { can } = useAccess();
  return (
    <ListPage
      title="Sales and Credit Notes"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={reportDocuments.export} fileName="report-documents" />}
      filters={<DocumentFilters list={list} />}
      empty="No sales or credit notes match this figure."
    >
      <Totals list={list} withCost={can('view_cost')} />
      <DataTable
        label="Sales and credit notes"
        list={list}
        rows={page.data?.data}
        rowKey={row => `${row.kind} ${row.id}`}
        isStale={page.isPlaceholderData}
        columns={columnsFor({
          paid: list.filters.method && paidWords(list),
          withCost: can('view_cost'),
          canOpen: can('view_sale'),
        })}
      />
    </ListPage>
  );
}

const countries = [{ value: 'none', label: 'No country' }, ...countryOptions()];

function DocumentFilters({ list }: { list: ListStateOf<typeof reportDocuments.list> }) {
  const choices = useReportChoices();
  const state = useReportState(reportDocuments.totals);
  const { data: totals } = useQuery(documentTotals(list.filters));
  return (
    <>
      <PeriodPicker state={state} shown={totals} />
      <SelectFilter
        list={list}
        name="side"
        label="Type"
        all="Everything, including voided"
        options={optionsFrom(documentSides)}
      />
      <SelectFilter
        list={list}
        name="method"
        label="Payment method"
        all="All payment methods"
        options={optionsFrom(tenderNames())}
      />
      <MoreFilters
        list={list}
        names={['cashier_id', 'category_id', 'brand_id', 'register_id', 'channel', 'country']}
      >
        <SelectFilter
          list={list}
          name="cashier_id"
          label="Cashier"
          all="All cashiers"
          options={choices.cashiers.slice(1)}
        />
        <ProductFilters list={list} />
        <SelectFilter
          list={list}
          name="register_id"
          label="Register"
          all="All registers"
          options={choices.registers.slice(1)}
        />
        <SelectFilter
          list={list}
          name="channel"
          label="Channel"
          all="All channels"
          options={optionsFrom(saleChannelNames)}
        />
        <SelectFilter
          list={list}
          name="country"
          label="Country of delivery"
          all="All countries"
          options={countries}
        />
      </MoreFilters>
      <OnlyChosen list={list} name="product_id" kind="product" />
      <OnlyChosen list={list} name="supplier_id" kind="supplier" />
      <OnlyChosen list={list} name="customer_id" kind="customer" />
    </>
  );
}

const paidWords = ({ filters }: ListStateOf<typeof reportDocuments.list>) =>
  paidByWords(valuesIn(filters.method));

/** The total of all pages, which equals the figure of the report. */
function Totals({ list, withCost }: { list: ListStateOf<typeof reportDocuments.list>; withCost: boolean }) {
  const { data, isError } = useQuery(documentTotals(list.filters));
  const none = isError ? '—' : '…';
  const money = (amount: number | undefined) => (amount === undefined ? none : formatPounds(amount));
  return (
    <section className="card-body" aria-label="Totals">
      <Tiles
        tiles={[
          { label: 'Gross', value: money(data?.gross) },
          { label: 'VAT', value: money(data?.vat) },
          { label: 'Net', value: money(data?.net) },
          { label: 'Discounts', value: money(data?.discounts) },
          { label: 'Units', value: data ? formatQuantity(data.quantity) : none },
          ...costTiles(data, withCost, none),
          ...salesTiles(list, data, none),
          ...(list.filters.method && data?.paid !== null
            ? [{ label: paidWords(list), value: money(data?.paid) }]
            : []),
        ]}
      />
    </section>
  );
}

/** With permission to see cost, which may have been taken away since: figures without cost have no profit either. */
function costTiles(
  data: { net: Pence; cost?: Pence | undefined } | undefined,
  withCost: boolean,
  none: string,
) {
  const tiles = (cost: string, profit: string) => [
    { label: profitOnSales.cost, value: cost },
    { label: profitOnSales.profit, value: profit },
  ];
  if (!data) return withCost ? tiles(none, none) : [];
  return data.cost === undefined ? [] : tiles(formatPounds(data.cost), formatPounds(data.net - data.cost));
}

/** For sales only, also their number and average: figures of the sales summary (rule R2). */
function salesTiles(
  { filters }: ListStateOf<typeof reportDocuments.list>,
  data: { gross: Pence; count: number } | undefined,
  none: string,
) {
  if (filters.side !== 'sales') return [];
  if (!data)
    return [
      { label: 'Sales', value: none },
      { label: 'Average sale', value: none },
    ];
  const average = averageSale(data.gross, data.count);
  return [
    { label: 'Sales', value: counted(data.count) },
    { label: 'Average sale', value: average === null ? '—' : formatPounds(average) },
  ];
}

const amount = (
  header: string,
  amountOf: (row: ReportDocument) => number | undefined,
): Column<ReportDocument> => ({
  header,
  align: 'end',
  cell: row => {
    const pence = amountOf(row);
    return pence === undefined ? '—' : <Money pence={pence} />;
  },
});

type Shown = { paid: string | undefined; withCost: boolean; canOpen: boolean };

const columnsFor = ({ paid, withCost, canOpen }: Shown): Columns<typeof reportDocuments.list> => [
  { header: 'Date', kind: 'date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  {
    header: 'Document',
    phone: 'title',
    opens: true,
    cell: ({ number, sale }) =>
      canOpen && sale ? (
        <TextLink to="/sales/invoices/$id" params={{ id: String(sale.id) }}>
          {number}
        </TextLink>
      ) : (
        number
      ),
  },
  { header: 'Customer', minWidth: '140px', cell: row => row.customer },
  { header: 'By', kind: 'person', cell: row => row.person },
  {
    header: 'Units',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.quantity)}</span>,
  },
  amount('Net', row => row.net),
  amount('VAT', row => row.vat),
  { ...amount('Gross', row => row.gross), phone: 'figure' },
  ...(withCost ? [amount(profitOnSales.cost, row => row.cost)] : []),
  ...(paid ? [amount(paid, row => row.paid ?? 0)] : []),
];
