import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatQuantity } from '#domain/kernel/quantity';
import {
  type SalesFigures,
  type SalesRow,
  type SalesSummary,
  salesGroupHeads,
  salesGroupNames,
  salesSummaries,
} from '#domain/reports/sales-summary.contract';
import { saleChannelNames } from '#domain/sales/sale-state';
import { tenderMethodNames } from '#domain/sales/tender';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { type Column, DataTable } from '../../ui/data-table';
import { LongTable } from '../../ui/long-table';
import { Money } from '../../ui/money';
import { optionsFrom } from '../../ui/options-from';
import { Tiles } from '../../ui/tiles';
import { BarChart } from '../../ui/bar-chart';
import { Change } from '../../ui/change';
import { DocumentsLink } from './documents-link';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from './report-export';
import { Choice, ComparePicker, PeriodPicker } from './report-filters';
import { ReportPage } from './report-page';
import { useReportState } from './report-state';
import { useReportChoices } from './use-choices';

/** What was sold and taken in a period, what came back, and how it was paid (rule R2). */
export function SalesSummaryPage() {
  const state = useReportState(['group', 'cashier_id', 'register_id', 'channel']);
  const page = useQuery({
    queryKey: [salesSummaries.show.path, state.query],
    queryFn: ({ signal }) => request(salesSummaries.show, { query: state.query, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  });
  const choices = useReportChoices();
  return (
    <ReportPage
      title="Sales Summary"
      page={page}
      actions={
        <>
          <SavedMenu report="sales-summary" />
          <ReportExport call={salesSummaries.export} query={state.query} name="sales-summary" />
        </>
      }
      filters={
        <>
          <PeriodPicker state={state} shown={page.data} />
          <ComparePicker state={state} />
          <Choice state={state} name="group" label="Group" options={optionsFrom(salesGroupNames)} />
          <Choice state={state} name="cashier_id" label="Cashier" options={choices.cashiers} />
          <Choice
            state={state}
            name="register_id"
            label="Register"
            options={[...choices.registers, { value: 'none', label: 'No register' }]}
          />
          <Choice
            state={state}
            name="channel"
            label="Channel"
            options={[{ value: '', label: 'All channels' }, ...optionsFrom(saleChannelNames)]}
          />
        </>
      }
    >
      {summary => <Summary summary={summary} filters={state.query} />}
    </ReportPage>
  );
}

type Narrowed = Readonly<Record<string, string>>;

/** What narrows the documents behind a figure: its days and the filters of the report. */
function behind({ from, to }: { from: string; to: string }, filters: Narrowed) {
  const { cashier_id, register_id, channel } = filters;
  return { from, to, cashier_id, register_id, channel };
}

const Summary = ({ summary, filters }: { summary: SalesSummary; filters: Narrowed }) => (
  <>
    <Tiles tiles={tilesOf(summary, filters)} />
    <Card title={salesGroupNames[summary.group]} flush>
      <BarChart
        label={`Net takings ${salesGroupNames[summary.group].toLowerCase()}`}
        bars={summary.rows.map(({ key, label, net_takings }) => ({ key, label, value: net_takings }))}
      />
      <LongTable
        label="Sales summary"
        rows={summary.rows}
        rowKey={row => row.key}
        columns={rowColumns(summary, filters)}
        empty="Nothing was sold or refunded in this period."
      />
    </Card>
    <Card title="Net takings by tender" flush>
      {summary.tenders.length === 0 ? (
        <p className="report-note">Nothing was taken or paid back in this period.</p>
      ) : (
        <DataTable
          label="Tenders"
          rows={summary.tenders}
          rowKey={row => row.method}
          columns={tenderColumns(summary, filters)}
        />
      )}
    </Card>
    {summary.voids.count > 0 && (
      <p className="report-note">
        {`${summary.voids.count === 1 ? 'One sale' : `${summary.voids.count} sales`} of `}
        <DocumentsLink
          search={{ ...behind(summary, filters), side: 'voids' }}
          label="Sales voided on their day"
        >
          <Money pence={summary.voids.gross} />
        </DocumentsLink>
        {' cancelled or edited on the same day, and counted on neither side.'}
      </p>
    )}
  </>
);

function tilesOf({ totals, before, ...summary }: SalesSummary, filters: Narrowed) {
  const search = behind(summary, filters);
  const money = (label: string, figure: keyof SalesFigures, side?: string) => ({
    label,
    value: (
      <>
        <DocumentsLink search={{ ...search, side }} label={`${label}: its documents`}>
          <Money pence={totals[figure] ?? 0} />
        </DocumentsLink>
        <Change now={totals[figure]} before={before?.[figure]} />
      </>
    ),
  });
  const plain = (
    label: string,
    figure: 'transactions' | 'units',
    words: (amount: number) => string,
    side?: string,
  ) => ({
    label,
    value: (
      <>
        <DocumentsLink search={{ ...search, side }} label={`${label}: its documents`}>
          {words(totals[figure])}
        </DocumentsLink>
        <Change now={totals[figure]} before={before?.[figure]} words={words} />
      </>
    ),
  });
  return [
    money('Net takings', 'net_takings'),
    money('Net revenue', 'net_revenue'),
    money('Gross sales', 'gross', 'sales'),
    money('Refunds', 'refunds_gross', 'refunds'),
    money('Discounts', 'discounts', 'sales'),
    plain('Sales', 'transactions', counted, 'sales'),
    plain('Units', 'units', formatQuantity),
    {
      label: 'Average sale',
      value: (
        <>
          {totals.average === null ? '–' : <Money pence={totals.average} />}
          <Change now={totals.average} before={before?.average} />
        </>
      ),
    },
  ];
}

/** What narrows the documents to those of a row. */
function ofRow(summary: SalesSummary, { key }: SalesRow, filters: Narrowed) {
  const search = behind(summary, filters);
  switch (summary.group) {
    case 'day':
      return { ...search, from: key, to: key };
    case 'month': {
      const [from, to] = [`${key}-01`, lastDayOf(key)];
      return {
        ...search,
        from: from > search.from ? from : search.from,
        to: to < search.to ? to : search.to,
      };
    }
    default:
      return { ...search, [`${summary.group}_id`]: key };
  }
}

const lastDayOf = (month: string) => {
  const [year, of] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, of ?? 1, 0)).toISOString().slice(0, 10);
};

function rowColumns(summary: SalesSummary, filters: Narrowed): Column<SalesRow>[] {
  const plain = (header: string, figure: keyof SalesFigures): Column<SalesRow> => ({
    header,
    align: 'end',
    cell: row => (row[figure] === null ? '–' : <Money pence={row[figure]} />),
  });
  const leading = (header: string, figure: keyof SalesFigures, side?: string): Column<SalesRow> => ({
    header,
    align: 'end',
    cell: row => (
      <DocumentsLink
        search={{ ...ofRow(summary, row, filters), side }}
        label={`${header}, ${row.label}: its documents`}
      >
        <Money pence={row[figure] ?? 0} />
      </DocumentsLink>
    ),
  });
  return [
    { header: salesGroupHeads[summary.group], cell: row => row.label },
    { header: 'Sales', align: 'end', cell: row => <span className="figures">{row.transactions}</span> },
    {
      header: 'Units',
      align: 'end',
      cell: row => <span className="figures">{formatQuantity(row.units)}</span>,
    },
    leading('Gross sales', 'gross', 'sales'),
    plain('VAT', 'vat'),
    plain('Discounts', 'discounts'),
    leading('Refunds', 'refunds_gross', 'refunds'),
    leading('Net takings', 'net_takings'),
    plain('Net revenue', 'net_revenue'),
    plain('Average', 'average'),
  ];
}

const tenderColumns = (
  summary: SalesSummary,
  filters: Narrowed,
): Column<SalesSummary['tenders'][number]>[] => [
  { header: 'Tender', cell: row => tenderMethodNames[row.method] },
  { header: 'Taken', align: 'end', cell: row => <Money pence={row.taken} /> },
  { header: 'Paid back', align: 'end', cell: row => <Money pence={row.paid_back} /> },
  {
    header: 'Net',
    align: 'end',
    cell: row => (
      <DocumentsLink
        search={{ ...behind(summary, filters), method: row.method }}
        label={`${tenderMethodNames[row.method]}: its documents`}
      >
        <Money pence={row.net} />
      </DocumentsLink>
    ),
  },
];
