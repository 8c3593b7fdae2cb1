import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Holder } from '#domain/kernel/access';
import { formatPercent } from '#domain/kernel/percent';
import { hiddenFigures } from '#domain/kernel/protected-figures';
import { formatQuantity } from '#domain/kernel/quantity';
import {
  type MarginGroup,
  type MarginTotals,
  marginGroupHeads,
  marginGroupNames,
  productMargins,
  profitOnSales,
} from '#domain/reports/product-margins.contract';
import { useAccess } from '../../platform/access';
import { type ListStateOf, type SortKeyOf, useListState } from '../../platform/list-state';
import { useUser } from '../../platform/session';
import { type ColumnOf, type Columns, DataTable } from '../../ui/table/data-table';
import { ListPage } from '../../ui/list/list-page';
import { Money } from '../../ui/money';
import { PageLink } from '../../ui/page-link';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { Tiles } from '../../ui/tiles';
import { Change, Percent } from '../../ui/change';
import { costDrillDown, marginDrillDown, type Search } from './drill-down';
import { DocumentsLink } from './documents-link';
import { AwaitedFigure } from './awaited-figure';
import { ComparedWith } from './compared-with';
import { emptyOfPeriod } from './empty-of-period';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from '../../ui/files/report-export';
import { ProductFilters } from './product-filters';
import { Choice, ComparePicker, PeriodPicker } from './report-filters';
import { type ReportState, useReportState } from './report-state';
import { type Shown, ShownAs, ShownAsPicker, useShownAs } from '../../ui/charts/shown-as';
import { marginPage, marginTotals } from './reports.queries';

/** Revenue, cost and profit of each product (rule R1); cost with permission. */
export function ProductMarginsPage() {
  const list = useListState(productMargins.list);
  const page = useQuery(marginPage(list.query));
  const state = useReportState(productMargins.totals, ['group', 'category_id', 'brand_id', 'search']);
  const { group: _group, ...others } = state.query;
  // Grouped as the list is, which skips a grouping whose names the user may not see.
  const filters = list.filters.group ? state.query : others;
  const { data: totals, isError } = useQuery(marginTotals(filters));
  const notices = useNotice();
  const shown = useShownAs();
  const { can } = useAccess();
  const group = (list.filters.group ?? 'product') as MarginGroup;
  const { page: _page, per_page: _perPage, ...listed } = list.query;
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
            compare={state.query.compare}
            name="product-margins"
            rows={page.data?.total}
          />
        </>
      }
      filters={<MarginFilters list={list} state={state} shown={shown} days={totals} />}
      empty={emptyOfPeriod('sales or refunds', list)}
      above={
        <Totals
          found={totals}
          none={isError ? '—' : '…'}
          isCompared={filters.compare !== undefined}
          // The documents cannot be searched by the names of the rows.
          search={filters.search || !totals ? undefined : marginDrillDown(totals, filters)}
        />
      }
      below={page.data && totals?.ledger && <Ledger ledger={totals.ledger} days={totals} />}
    >
      <ShownAs
        shown={shown}
        chart={{
          label: `Revenue ${marginGroupNames[group].toLowerCase()}`,
          of: marginGroupHeads[group],
          minBars: 1,
          bars: page.data?.data.map(({ key, label, revenue }) => ({ key, label, value: revenue })),
        }}
      >
        <DataTable
          label="Product margins"
          list={list}
          rows={page.data?.data}
          rowKey={row => row.key}
          isStale={page.isPlaceholderData}
          columns={columns(can('view_cost'), group, key =>
            marginDrillDown(totals ?? { from: '', to: '' }, filters, { group, key }),
          )}
        />
      </ShownAs>
    </ListPage>
  );
}

type FiltersProps = {
  list: ListStateOf<typeof productMargins.list>;
  state: ReportState;
  shown: Shown;
  days: MarginTotals | undefined;
};

const MarginFilters = ({ list, state, shown, days }: FiltersProps) => (
  <>
    <PeriodPicker state={state} shown={days} />
    <ComparePicker state={state} />
    <Choice state={state} name="group" label="Group" options={groupsFor(useUser())} />
    <ProductFilters list={list} />
    <ShownAsPicker shown={shown} />
    <SearchFilter list={list} placeholder="Search by name" />
  </>
);

/** The groupings whose names the user may see. */
const groupsFor = (user: Holder) =>
  optionsFrom(marginGroupNames).filter(
    ({ value }) => hiddenFigures(productMargins.list.listing, { group: value }, user).length === 0,
  );

type TotalsProps = {
  found: MarginTotals | undefined;
  none: string;
  isCompared: boolean;
  search: Search | undefined;
};

function Totals({ found, none, isCompared, search }: TotalsProps) {
  const withCost = useAccess().can('view_cost');
  const { totals, before } = found ?? {};
  const awaited = <AwaitedFigure none={none} isCompared={isCompared} />;
  const money = (label: string, figure: 'revenue' | 'cost' | 'profit') => ({
    label,
    value: totals ? (
      <>
        <Behind search={search} label={label}>
          <Money pence={totals[figure] ?? 0} />
        </Behind>
        <Change now={totals[figure] ?? 0} before={before?.[figure]} />
      </>
    ) : (
      awaited
    ),
  });
  const percent = (label: string, figure: 'margin' | 'markup') => ({
    label,
    value: totals ? (
      <>
        <Percent hundredths={totals[figure] ?? null} />
        {before && (
          <span className="change figures">
            {before[figure] == null ? 'Previously: —' : `Previously: ${formatPercent(before[figure])}`}
          </span>
        )}
      </>
    ) : (
      awaited
    ),
  });
  return (
    <section className="card-body" aria-label="Totals">
      <Tiles
        tiles={[
          money('Revenue', 'revenue'),
          {
            label: 'Quantity',
            value: totals ? (
              <>
                <Behind search={search} label="Quantity">
                  {formatQuantity(totals.quantity)}
                </Behind>
                <Change now={totals.quantity} before={before?.quantity} words={formatQuantity} />
              </>
            ) : (
              awaited
            ),
          },
          ...((totals ? totals.cost !== undefined : withCost)
            ? [
                money(profitOnSales.cost, 'cost'),
                money(profitOnSales.profit, 'profit'),
                percent('Margin', 'margin'),
                percent('Mark-up', 'markup'),
              ]
            : []),
        ]}
      />
      <ComparedWith days={found?.compared} none={isCompared ? none : ''} />
    </section>
  );
}

/** A total with the documents behind it, unless none add up to it. */
const Behind = ({
  search,
  label,
  children,
}: {
  search: Search | undefined;
  label: string;
  children: ReactNode;
}) =>
  search === undefined ? (
    children
  ) : (
    <DocumentsLink search={search} label={`${label}: view documents`}>
      {children}
    </DocumentsLink>
  );

/** Why account 5000 moved: the cost of goods sold, and everything else. */
const Ledger = ({
  ledger,
  days: { from, to },
}: {
  ledger: NonNullable<MarginTotals['ledger']>;
  days: { readonly from: string; readonly to: string };
}) => (
  <section className="card-body" aria-label="Account 5000">
    <Tiles
      tiles={[
        {
          label: profitOnSales.cost,
          value: (
            <DocumentsLink search={{ from, to }} label={`${profitOnSales.cost}: view documents`}>
              <Money pence={ledger.sold} />
            </DocumentsLink>
          ),
        },
        { label: 'Negative-stock variance', value: <Money pence={ledger.variance} /> },
        { label: 'Services bought', value: <Money pence={ledger.services} /> },
        { label: 'Other postings', value: <Money pence={ledger.other} /> },
        {
          label: 'Account 5000',
          value: (
            <PageLink to="/general-ledger" search={costDrillDown({ from, to })}>
              <Money pence={ledger.account} />
              <VisuallyHidden> Account 5000: view ledger lines</VisuallyHidden>
            </PageLink>
          ),
        },
      ]}
    />
  </section>
);

type Figure = 'quantity' | 'revenue' | 'cost' | 'profit';

function columns(
  withCost: boolean,
  group: MarginGroup,
  behind: (key: string) => Search,
): Columns<typeof productMargins.list> {
  const leading = (
    header: string,
    sort: SortKeyOf<typeof productMargins.list> | undefined,
    figure: Figure,
  ): ColumnOf<typeof productMargins.list> => ({
    header,
    ...(sort !== undefined && { sort }),
    align: 'end',
    cell: row => (
      <DocumentsLink search={behind(row.key)} label={`${header} of ${row.label}: view documents`}>
        {figure === 'quantity' ? (
          <span className="figures">{formatQuantity(row.quantity)}</span>
        ) : row[figure] === undefined ? (
          '—'
        ) : (
          <Money pence={row[figure]} />
        )}
      </DocumentsLink>
    ),
  });
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
    leading('Quantity', 'quantity', 'quantity'),
    { ...leading('Revenue', 'revenue', 'revenue'), phone: 'figure' as const },
    ...(withCost
      ? [
          leading(profitOnSales.cost, undefined, 'cost'),
          leading(profitOnSales.profit, 'profit', 'profit'),
          ...percentColumns,
        ]
      : []),
  ];
}

const percentColumns: Columns<typeof productMargins.list> = [
  {
    header: 'Margin',
    sort: 'margin',
    align: 'end',
    cell: row => <Percent hundredths={row.margin ?? null} />,
  },
  { header: 'Mark-up', align: 'end', cell: row => <Percent hundredths={row.markup ?? null} /> },
];
