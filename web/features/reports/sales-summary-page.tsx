import { useQuery } from '@tanstack/react-query';
import { formatQuantity } from '#domain/kernel/quantity';
import {
  blindTendersWords,
  type documentSides,
  type SalesFigures,
  type SalesRow,
  type SalesSummary,
  salesGroupHeads,
  salesGroupNames,
  salesSummaries,
} from '#domain/reports/sales-summary.contract';
import { tendersExcludeVoids, withoutVoidsWords } from '#domain/reports/tenders-without-voids';
import { saleChannelNames } from '#domain/sales/sale-state';
import { tenderName } from '../../platform/payment-names';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { type Column, DataTable } from '../../ui/table/data-table';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { optionsFrom } from '../../ui/form/options-from';
import { Tiles } from '../../ui/tiles';
import { Change } from '../../ui/change';
import { salesRowDrillDown, summaryDrillDown, type Search, sideOf, tenderSides } from './drill-down';
import { DocumentsLink } from './documents-link';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from '../../ui/files/report-export';
import { Choice, ComparePicker, PeriodPicker, SeveralChoice } from './report-filters';
import { ReportPage } from './report-page';
import { salesBars } from './sales-bars';
import { useReportState } from './report-state';
import { type Shown, ShownAs, ShownAsPicker, useShownAs } from '../../ui/charts/shown-as';
import { salesSummaryOf } from './reports.queries';
import { useReportChoices } from './use-choices';

/** Sales and takings of a period, refunds, and payments by method (rule R2). */
export function SalesSummaryPage() {
  const state = useReportState(salesSummaries.show, ['group', 'cashier_id', 'register_id', 'channel']);
  const page = useQuery(salesSummaryOf(state.query));
  const choices = useReportChoices();
  const shown = useShownAs();
  return (
    <ReportPage
      title="Sales Summary"
      page={page}
      ignored={state.ignored}
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
          <SeveralChoice state={state} name="cashier_id" label="Cashier" options={choices.cashiers} />
          <SeveralChoice state={state} name="register_id" label="Register" options={choices.registers} />
          <SeveralChoice
            state={state}
            name="channel"
            label="Channel"
            options={[{ value: '', label: 'All channels' }, ...optionsFrom(saleChannelNames)]}
          />
          <ShownAsPicker shown={shown} />
        </>
      }
    >
      {summary => <Summary summary={summary} filters={state.query} shown={shown} />}
    </ReportPage>
  );
}

type SummaryProps = { summary: SalesSummary; filters: Search; shown: Shown };

const Summary = ({ summary, filters, shown }: SummaryProps) => (
  <>
    <Tiles tiles={tilesOf(summary, filters)} />
    <Card title={salesGroupNames[summary.group]} flush>
      <ShownAs
        shown={shown}
        chart={{
          label: `Net takings ${salesGroupNames[summary.group].toLowerCase()}`,
          of: salesGroupHeads[summary.group],
          bars: salesBars(summary),
        }}
      >
        <LongTable
          label="Sales summary"
          rows={summary.rows}
          rowKey={row => row.key}
          columns={rowColumns(summary, filters)}
          empty="No sales or refunds in this period."
        />
      </ShownAs>
    </Card>
    <Card title="Net takings by payment method" flush>
      {summary.tenders.length === 0 ? (
        <p className="report-note">
          {summary.is_blind ? blindTendersWords : 'No payments or refunds in this period.'}
        </p>
      ) : (
        <>
          <DataTable
            label="Tenders"
            rows={summary.tenders}
            rowKey={row => row.method}
            columns={tenderColumns(summary, filters)}
          />
          {tendersExcludeVoids(filters) && <p className="report-note">{withoutVoidsWords}</p>}
        </>
      )}
    </Card>
    {summary.voids.count > 0 && (
      <p className="report-note">
        {`${summary.voids.count === 1 ? 'One sale' : `${summary.voids.count} sales`} of `}
        <DocumentsLink
          search={{ ...summaryDrillDown(summary, filters), side: 'voids' }}
          label="Sales voided the same day"
        >
          <Money pence={summary.voids.gross} />
        </DocumentsLink>
        {' cancelled or edited the same day. Not counted as sales or refunds.'}
      </p>
    )}
  </>
);

function tilesOf({ totals, before, ...summary }: SalesSummary, filters: Search) {
  const search = summaryDrillDown(summary, filters);
  const tile = (label: string, figure: keyof SalesFigures) => ({
    label,
    value: (
      <>
        <DocumentsLink search={{ ...search, side: sideOf[figure] }} label={`${label}: view documents`}>
          <Amount figure={figure} amount={totals[figure]} />
        </DocumentsLink>
        <Change now={totals[figure]} before={before?.[figure]} words={wordsOf[figure]} />
      </>
    ),
  });
  return [
    tile('Net takings', 'net_takings'),
    tile('Net revenue', 'net_revenue'),
    tile('Gross sales', 'gross'),
    tile('Refunds', 'refunds_gross'),
    tile('Discounts', 'discounts'),
    tile('Sales', 'transactions'),
    tile('Units', 'units'),
    tile('Average sale', 'average'),
  ];
}

/** Figures that are not money, in words. */
const wordsOf: Partial<Record<keyof SalesFigures, (amount: number) => string>> = {
  transactions: counted,
  units: formatQuantity,
};

/** A figure of sales: money, unless it has words of its own; a dash if there is none. */
function Amount({ figure, amount }: { figure: keyof SalesFigures; amount: number | null }) {
  const words = wordsOf[figure];
  if (amount === null) return '—';
  return words ? <span className="figures">{words(amount)}</span> : <Money pence={amount} />;
}

function rowColumns(summary: SalesSummary, filters: Search): Column<SalesRow>[] {
  const leading = (header: string, figure: keyof SalesFigures): Column<SalesRow> => ({
    header,
    align: 'end',
    cell: row => (
      <DocumentsLink
        search={{ ...salesRowDrillDown(summary, row, filters), side: sideOf[figure] }}
        label={`${header}, ${row.label}: view documents`}
      >
        <Amount figure={figure} amount={row[figure]} />
      </DocumentsLink>
    ),
  });
  return [
    { header: salesGroupHeads[summary.group], cell: row => row.label },
    leading('Sales', 'transactions'),
    leading('Units', 'units'),
    leading('Gross sales', 'gross'),
    leading('VAT', 'vat'),
    leading('Discounts', 'discounts'),
    leading('Refunds', 'refunds_gross'),
    leading('Net takings', 'net_takings'),
    leading('Net revenue', 'net_revenue'),
    leading('Average', 'average'),
  ];
}

type TenderRow = SalesSummary['tenders'][number];

function tenderColumns(summary: SalesSummary, filters: Search): Column<TenderRow>[] {
  const leading = (
    header: string,
    pence: (row: TenderRow) => number,
    side?: keyof typeof documentSides,
  ): Column<TenderRow> => ({
    header,
    align: 'end',
    cell: row => (
      <DocumentsLink
        search={{ ...summaryDrillDown(summary, filters), method: row.method, side }}
        label={`${header}, ${tenderName(row.method)}: view documents`}
      >
        <Money pence={pence(row)} />
      </DocumentsLink>
    ),
  });
  const sides = tenderSides(filters);
  return [
    { header: 'Payment method', cell: row => tenderName(row.method) },
    leading('Taken', ({ taken }) => taken, sides.taken),
    leading('Refunded', row => row.paid_back, sides.refunded),
    leading('Net', ({ net }) => net, sides.net),
  ];
}
