import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#domain/kernel/dates';
import type { SheetLine } from '#domain/reports/balance-sheet';
import { type BalanceSheet, balanceSheets } from '#domain/reports/balance-sheet.contract';
import { useCanOpen } from '../../platform/may-open';
import type { PagePath } from '../../platform/page-path';
import { Card } from '../../ui/card';
import { Change } from '../../ui/change';
import { type Column, DataTable } from '../../ui/table/data-table';
import '../../ui/figure-link.css';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from '../../ui/files/report-export';
import { type Search, sheetDrillDown } from './drill-down';
import { Choice } from './report-filters';
import { ReportPage } from './report-page';
import { useReportState } from './report-state';
import { type Shown, ShownAs, ShownAsPicker, useShownAs } from '../../ui/charts/shown-as';
import { LineAmount, LineLabel } from './statement-line';
import { sumsChart } from './sums-chart';
import { DateInput } from '../../ui/dates/date-input';
import { balanceSheetOf } from './reports.queries';

const comparisons = [
  { value: '', label: 'No comparison' },
  { value: 'year', label: 'Previous year' },
];

/** The balance sheet with its days in the shape of a report. */
const withDays = (sheet: BalanceSheet) => {
  const day = (date: string) => ({ from: date, to: date });
  return { ...sheet, ...day(sheet.as_at), compared: sheet.compared_at ? day(sheet.compared_at) : null };
};

/** The balance sheet at the end of a day (rule W8). */
export function BalanceSheetPage() {
  const state = useReportState(balanceSheets.show, ['as_at']);
  const shown = useShownAs('table');
  const page = useQuery({ ...balanceSheetOf(state.query), select: withDays });
  return (
    <ReportPage
      title="Balance Sheet"
      page={page}
      ignored={state.ignored}
      actions={
        <>
          <SavedMenu report="balance-sheet" />
          <ReportExport call={balanceSheets.export} query={state.query} name="balance-sheet" />
        </>
      }
      filters={
        <>
          <DateInput
            isFilter
            aria-label="As at"
            value={state.query.as_at ?? page.data?.as_at ?? ''}
            onChange={date => state.change({ as_at: date })}
          />
          <Choice state={state} name="compare" label="Compare with" options={comparisons} />
          <ShownAsPicker shown={shown} />
        </>
      }
    >
      {sheet => <Sheet sheet={sheet} shown={shown} />}
    </ReportPage>
  );
}

const Sheet = ({ sheet, shown }: { sheet: BalanceSheet; shown: Shown }) => (
  <>
    <Tiles
      tiles={sheet.lines
        .filter(({ key }) => key === 'current_assets' || key === 'net_current_assets' || key === 'net_assets')
        .map(({ label, amount, before }) => ({
          label,
          value: (
            <>
              <Money pence={amount} />
              <Change now={amount} before={before ?? undefined} />
            </>
          ),
        }))}
    />
    <Card title="Statement" flush>
      <ShownAs shown={shown} chart={chartOf(sheet)}>
        <DataTable
          label="Balance sheet"
          rows={sheet.lines}
          rowKey={line => line.key}
          columns={columnsOf(sheet)}
          keepsColumns
        />
      </ShownAs>
    </Card>
  </>
);

/** Each section and result, beside that of the earlier day. */
const chartOf = ({ lines, as_at, compared_at }: BalanceSheet) =>
  sumsChart(
    'Balance sheet',
    lines.map(line => ({ ...line, label: line.label.replace('Creditors: amounts falling due', 'Due') })),
    compared_at === null ? null : { now: formatDate(as_at), before: formatDate(compared_at) },
  );

const isSum = ({ kind }: SheetLine) => kind !== 'account';
const label = (line: SheetLine) => (line.code === null ? line.label : `${line.code} ${line.label}`);

type DrillDown = { to: PagePath; search: Search };

/** The page behind a line: ledger lines of its account, aged debtors or aged creditors. */
function placeOf(line: SheetLine, date: string, yearFrom: string): DrillDown | null {
  if (line.code) return { to: '/general-ledger', search: sheetDrillDown(line.code, date, yearFrom) };
  switch (line.key) {
    case 'receivables':
    case 'customer_credit':
      return { to: '/aged-debtors', search: { as_at: date } };
    case 'payables':
    case 'prepayments':
      return { to: '/aged-creditors', search: { as_at: date } };
    case 'year':
      return { to: '/reports/profit-loss', search: { from: yearFrom, to: date } };
    default:
      return null;
  }
}

function Figure({
  line,
  pence,
  date,
  yearFrom,
}: {
  line: SheetLine;
  pence: number;
  date: string;
  yearFrom: string;
}) {
  const place = placeOf(line, date, yearFrom);
  const canOpen = useCanOpen();
  if (!place || !canOpen(place.to)) return <LineAmount isSum={isSum(line)} pence={pence} />;
  return (
    <TextLink to={place.to} search={place.search} className="figure-link">
      <Money pence={pence} />
      <VisuallyHidden>{` ${line.label}, ${formatDate(date)}: view documents`}</VisuallyHidden>
    </TextLink>
  );
}

function columnsOf({ as_at, compared_at, year_from, compared_year_from }: BalanceSheet): Column<SheetLine>[] {
  return [
    {
      header: 'Account',
      minWidth: '120px',
      cell: line => <LineLabel isSum={isSum(line)}>{label(line)}</LineLabel>,
    },
    {
      header: compared_at ? formatDate(as_at) : 'Amount',
      align: 'end',
      cell: line => <Figure line={line} pence={line.amount} date={as_at} yearFrom={year_from} />,
    },
    ...(compared_at && compared_year_from
      ? [
          {
            header: formatDate(compared_at),
            align: 'end',
            cell: line => (
              <Figure line={line} pence={line.before ?? 0} date={compared_at} yearFrom={compared_year_from} />
            ),
          } satisfies Column<SheetLine>,
          {
            header: 'Change',
            align: 'end',
            wideOnly: true,
            cell: line => <Change now={line.amount} before={line.before} />,
          } satisfies Column<SheetLine>,
        ]
      : []),
  ];
}
