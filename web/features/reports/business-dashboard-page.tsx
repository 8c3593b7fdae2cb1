import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '#domain/kernel/dates';
import { formatQuantity } from '#domain/kernel/quantity';
import {
  type BusinessFlow,
  type BusinessReport,
  businessDashboards,
  type FlowAmount,
} from '#domain/reports/business-dashboard.contract';
import { profitPartNames } from '#domain/accounting/profit-parts';
import { excludingWages } from '#domain/accounting/wages';
import { revenueOfEntries } from '#domain/reports/profit-loss.contract';
import { profitOnSales } from '#domain/reports/product-margins.contract';
import { namePeriod, type Period } from '#domain/kernel/period';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { type Column, DataTable } from '../../ui/table/data-table';
import { FigureLink } from '../../ui/figure-link';
import { Money } from '../../ui/money';
import { BarChart } from '../../ui/charts/bar-chart';
import { flowDrillDown } from './drill-down';
import { BusinessPositionCard } from './business-position';
import { Change, Percent } from '../../ui/change';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from '../../ui/files/report-export';
import { ComparePicker, PeriodPicker } from './report-filters';
import { ReportPage } from './report-page';
import { useReportState } from './report-state';
import { businessOf } from './reports.queries';

/** Trade today or over a period, the month to date, and the position (rule R4). */
export function BusinessDashboardPage() {
  const state = useReportState(businessDashboards.show);
  const query = Object.keys(state.query).some(name => name !== 'compare')
    ? state.query
    : { ...state.query, period: 'today' };
  const page = useQuery(businessOf(query));
  return (
    <ReportPage
      title="Business Dashboard"
      page={page}
      ignored={state.ignored}
      actions={
        <>
          <SavedMenu report="business-dashboard" />
          <ReportExport call={businessDashboards.export} query={query} name="business-dashboard" />
        </>
      }
      filters={
        <>
          <PeriodPicker state={{ ...state, query }} shown={page.data} />
          <ComparePicker state={state} />
        </>
      }
    >
      {report => <Business report={report} />}
    </ReportPage>
  );
}

const Business = ({ report }: { report: BusinessReport }) => {
  const withPay = useAccess().can('view_pay');
  return (
    <>
      <Card title={`Net takings, 30 days to ${formatDate(report.month.to)}`} flush>
        <BarChart
          label="Net takings by day"
          of="Day"
          bars={report.days.map(({ date, net_takings }) => ({
            key: date,
            label: formatDate(date).slice(0, 6),
            value: net_takings,
          }))}
        />
      </Card>
      <Card title="Trade" flush>
        <DataTable
          label="Trade"
          rows={rowsOf(report, withPay)}
          rowKey={({ label }) => label}
          columns={columnsOf(report)}
          keepsColumns
        />
      </Card>
      <BusinessPositionCard position={report.position} />
      <Card title="Top products by net revenue" flush>
        {report.top_products.length === 0 ? (
          <p className="report-note">No sales in this period.</p>
        ) : (
          <DataTable
            label="Top products"
            rows={report.top_products}
            rowKey={({ id }) => id}
            columns={productColumns(report)}
            keepsColumns
          />
        )}
      </Card>
    </>
  );
};

type Row = {
  readonly label: string;
  readonly cell: (flow: BusinessFlow) => ReactNode;
  /** What the change is relative to; undefined if a change means nothing. */
  readonly baseOf?: (flow: BusinessFlow) => number | null;
  readonly words?: (amount: number) => string;
  /** Which figure it is, if it links to its details. */
  readonly figure?: FlowAmount;
};

const amount = (label: string, figure: NonNullable<Row['figure']>): Row => ({
  label,
  figure,
  baseOf: flow => flow[figure] ?? null,
  cell: flow => (value => (value == null ? '—' : <Money pence={value} />))(flow[figure]),
});

function rowsOf({ flows: { period } }: BusinessReport, withPay: boolean): Row[] {
  const known = (label: string, figure: NonNullable<Row['figure']>) =>
    period[figure] === undefined ? [] : [amount(label, figure)];
  const percentage = (label: string, figure: 'margin' | 'gross_margin'): Row[] =>
    period[figure] === undefined
      ? []
      : [{ label, cell: flow => <Percent hundredths={flow[figure] ?? null} /> }];
  const { overheads, ...results } = profitPartNames;
  return [
    amount('Net takings', 'net_takings'),
    {
      ...amount('Sales', 'transactions'),
      words: counted,
      cell: flow => <span className="figures">{counted(flow.transactions)}</span>,
    },
    amount('Average sale', 'average'),
    amount('Refunds', 'refunds'),
    amount('Net revenue', 'net_revenue'),
    ...known(revenueOfEntries, 'revenue_of_entries'),
    ...known(profitOnSales.cost, 'cost'),
    ...known(profitOnSales.profit, 'profit'),
    ...percentage('Margin', 'margin'),
    ...known(results.cost_of_sales, 'cost_of_sales'),
    ...known(results.gross_profit, 'gross_profit'),
    ...percentage('Gross margin', 'gross_margin'),
    amount(results.other_income, 'other_income'),
    amount(withPay ? overheads : `${overheads}${excludingWages}`, 'expenses'),
    ...known(results.net_profit, 'net_profit'),
  ];
}

/** A figure of some days, linked to its details. */
const Figure = ({ row, flow, days, name }: { row: Row; flow: BusinessFlow; days: Period; name: string }) =>
  row.figure ? (
    <FigureLink label={`${row.label}, ${name}`} place={flowDrillDown(days)[row.figure]}>
      {row.cell(flow)}
    </FigureLink>
  ) : (
    row.cell(flow)
  );

function columnsOf(report: BusinessReport): Column<Row>[] {
  const { flows, compared, month, month_before } = report;
  const column = (
    header: string,
    flow: BusinessFlow,
    days: Period,
    before?: BusinessFlow | null,
  ): Column<Row> => ({
    header,
    align: 'end',
    cell: row => (
      <div>
        <Figure row={row} flow={flow} days={days} name={header} />
        {before && row.baseOf && (
          <Change
            now={row.baseOf(flow)}
            before={row.baseOf(before)}
            {...(row.words ? { words: row.words } : {})}
          />
        )}
      </div>
    ),
  });
  return [
    { header: 'Figure', minWidth: '104px', cell: row => row.label },
    column(compared ? namePeriod(report) : 'Period', flows.period, report, flows.compared),
    ...(flows.compared && compared ? [column(namePeriod(compared), flows.compared, compared)] : []),
    // A phone has room for the period and what it is compared with.
    { ...column('Month to date', flows.month, month, flows.month_before), wideOnly: compared !== null },
    { ...column('Same days last month', flows.month_before, month_before), wideOnly: true },
  ];
}

const productColumns = ({ from, to }: BusinessReport): Column<BusinessReport['top_products'][number]>[] => [
  {
    header: 'Product',
    minWidth: '140px',
    cell: ({ name, sku }) => (
      <span>
        {name} <span className="aside">{sku}</span>
      </span>
    ),
  },
  {
    header: 'Quantity',
    align: 'end',
    cell: ({ quantity }) => <span className="figures">{formatQuantity(quantity)}</span>,
  },
  {
    header: 'Net revenue',
    align: 'end',
    cell: ({ id, name, revenue }) => (
      <FigureLink
        label={`Net revenue of ${name}`}
        place={{ path: '/reports/documents', search: { from, to, product_id: String(id) } }}
      >
        <Money pence={revenue} />
      </FigureLink>
    ),
  },
];
