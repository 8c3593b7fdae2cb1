import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatPercent } from '#domain/kernel/percent';
import { formatQuantity } from '#domain/kernel/quantity';
import {
  type MarginGroup,
  type MarginRow,
  type MarginTotals,
  marginGroupHeads,
  marginGroupNames,
  productMargins,
} from '#domain/reports/product-margins.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useListPage } from '../../platform/list-page-query';
import { useListState } from '../../platform/list-state';
import { type Column, DataTable } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/options-from';
import { SearchFilter } from '../../ui/search-filter';
import { Tiles } from '../../ui/tiles';
import { BarChart } from '../../ui/bar-chart';
import { Change, Percent } from '../../ui/change';
import { DocumentsLink } from './documents-link';
import { ComparedWith } from './compared-with';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from './report-export';
import { Choice, ComparePicker, PeriodPicker } from './report-filters';
import { useReportState } from './report-state';
import { useReportChoices } from './use-choices';

/** What each product sold for, cost when it was sold, and earned (rule R1); cost for those who may see it. */
export function ProductMarginsPage() {
  const list = useListState(productMargins.list);
  const page = useListPage<MarginRow>(productMargins.list, list);
  const state = useReportState(['group', 'category_id', 'brand_id']);
  const totals = useQuery({
    queryKey: [productMargins.totals.path, state.query],
    queryFn: ({ signal }) =>
      request(productMargins.totals, { query: state.query, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  }).data;
  const notices = useNotice();
  const choices = useReportChoices();
  const { can } = useAccess();
  const group = (list.filters.group ?? 'product') as MarginGroup;
  const { page: _page, per_page: _perPage, ...listed } = list.query;
  const { compare: _compare, ...filters } = state.query;
  const behind = totals && {
    ...filters,
    group: undefined,
    period: undefined,
    from: totals.from,
    to: totals.to,
  };
  return (
    <ListPage
      title="Product Margins"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <SavedMenu report="product-margins" />
          <ReportExport
            call={productMargins.export}
            pdf={productMargins.pdf}
            query={listed}
            name="product-margins"
          />
        </>
      }
      filters={
        <>
          <PeriodPicker state={state} shown={totals} />
          <ComparePicker state={state} />
          <Choice state={state} name="group" label="Group" options={optionsFrom(marginGroupNames)} />
          <Choice state={state} name="category_id" label="Category" options={choices.categories} />
          <Choice state={state} name="brand_id" label="Brand" options={choices.brands} />
          <SearchFilter list={list} placeholder="Search by name" />
        </>
      }
      empty="Nothing was sold or returned in this period."
    >
      {totals && <Totals found={totals} />}
      <BarChart
        label={`Revenue ${marginGroupNames[group].toLowerCase()}`}
        bars={(page.data?.data ?? []).map(({ key, label, revenue }) => ({ key, label, value: revenue }))}
      />
      <DataTable
        label="Product margins"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.key}
        isStale={page.isPlaceholderData}
        columns={columns(group, can('view_cost'), behind ?? {})}
      />
      {totals?.ledger && <Ledger ledger={totals.ledger} />}
    </ListPage>
  );
}

function Totals({ found: { totals, before, compared } }: { found: MarginTotals }) {
  const money = (label: string, figure: 'revenue' | 'cost' | 'profit') => ({
    label,
    value: (
      <>
        <Money pence={totals[figure] ?? 0} />
        <Change now={totals[figure] ?? 0} before={before?.[figure]} />
      </>
    ),
  });
  const percent = (label: string, figure: 'margin' | 'markup') => ({
    label,
    value: (
      <>
        <Percent hundredths={totals[figure] ?? null} />
        {before && (
          <span className="change figures">
            {before[figure] == null ? 'Before: –' : `Before: ${formatPercent(before[figure])}`}
          </span>
        )}
      </>
    ),
  });
  return (
    <section className="card-body" aria-label="Totals">
      <Tiles
        tiles={[
          money('Revenue', 'revenue'),
          {
            label: 'Quantity',
            value: (
              <>
                {formatQuantity(totals.quantity)}
                <Change now={totals.quantity} before={before?.quantity} words={formatQuantity} />
              </>
            ),
          },
          ...(totals.cost === undefined
            ? []
            : [
                money('Cost', 'cost'),
                money('Gross profit', 'profit'),
                percent('Margin', 'margin'),
                percent('Mark-up', 'markup'),
              ]),
        ]}
      />
      <ComparedWith days={compared} />
    </section>
  );
}

/** Why account 5000 moved by what it did: the cost of what was sold, and everything else apart. */
const Ledger = ({ ledger }: { ledger: NonNullable<MarginTotals['ledger']> }) => (
  <section className="card-body" aria-label="Account 5000">
    <Tiles
      tiles={[
        { label: 'Cost of what was sold', value: <Money pence={ledger.sold} /> },
        { label: 'Negative-stock variance', value: <Money pence={ledger.variance} /> },
        { label: 'Services bought', value: <Money pence={ledger.services} /> },
        { label: 'Other postings', value: <Money pence={ledger.other} /> },
        { label: 'Account 5000', value: <Money pence={ledger.account} /> },
      ]}
    />
  </section>
);

function columns(
  group: MarginGroup,
  withCost: boolean,
  behind: Readonly<Record<string, string | undefined>>,
): Column<MarginRow>[] {
  return [
    {
      header: marginGroupHeads[group],
      sort: 'name',
      cell: row => (
        <span>
          {row.label} {row.sku !== null && <span className="aside">{row.sku}</span>}
        </span>
      ),
    },
    {
      header: 'Quantity',
      sort: 'quantity',
      align: 'end',
      cell: row => <span className="figures">{formatQuantity(row.quantity)}</span>,
    },
    {
      header: 'Revenue',
      sort: 'revenue',
      align: 'end',
      cell: row => (
        <DocumentsLink
          search={{ ...behind, [`${group}_id`]: row.key }}
          label={`Revenue of ${row.label}: its documents`}
        >
          <Money pence={row.revenue} />
        </DocumentsLink>
      ),
    },
    ...(withCost ? costColumns : []),
  ];
}

const costColumns: Column<MarginRow>[] = [
  { header: 'Cost', align: 'end', cell: row => <Money pence={row.cost ?? 0} /> },
  { header: 'Gross profit', sort: 'profit', align: 'end', cell: row => <Money pence={row.profit ?? 0} /> },
  {
    header: 'Margin',
    sort: 'margin',
    align: 'end',
    cell: row => <Percent hundredths={row.margin ?? null} />,
  },
  { header: 'Mark-up', align: 'end', cell: row => <Percent hundredths={row.markup ?? null} /> },
];
