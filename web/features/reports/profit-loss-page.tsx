import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { excludingWages } from '#domain/accounting/wages';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { daysIn, namePeriod, type Period } from '#domain/kernel/period';
import { stepNames } from '#domain/kernel/steps';
import type { ReconciliationLine } from '#domain/reports/cash-basis';
import type { ProfitLine } from '#domain/reports/profit-loss';
import { type ProfitAndLoss, profitAndLosses, profitBases } from '#domain/reports/profit-loss.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import '../../ui/figure-link.css';
import { TextLink } from '../../ui/links';
import { optionsFrom } from '../../ui/form/options-from';
import { Tiles } from '../../ui/tiles';
import { Change, Percent } from '../../ui/change';
import { SavedMenu } from '../saved-reports';
import { cashDrillDown, entriesDrillDown, profitDrillDown } from './drill-down';
import { ReportExport } from '../../ui/files/report-export';
import { Choice, ComparePicker, PeriodPicker } from './report-filters';
import { ReportPage } from './report-page';
import { useReportState } from './report-state';
import { type Shown, ShownAs, ShownAsPicker, useShownAs } from '../../ui/charts/shown-as';
import { LineAmount, LineLabel } from './statement-line';
import { sumsChart } from './sums-chart';
import { profitAndLossOf } from './reports.queries';

/** What a figure opens: on the cash basis its transactions, else its ledger lines if the user may see them. */
type Opens = 'cash' | 'ledger' | null;

/** The profit and loss of a period, from the general ledger only (rule R3). */
export function ProfitLossPage() {
  const state = useReportState(profitAndLosses.show, ['basis', 'step']);
  const page = useQuery(profitAndLossOf(state.query));
  const hasIntervals = page.data !== undefined && page.data.steps.length > 1;
  const shown = useShownAs(hasIntervals ? 'both' : 'table');
  const ledger = useAccess().can('view_ledger') ? 'ledger' : null;
  return (
    <ReportPage
      title="Profit & Loss"
      page={page}
      ignored={state.ignored}
      actions={
        <>
          <SavedMenu report="profit-loss" />
          <ReportExport call={profitAndLosses.export} query={state.query} name="profit-and-loss" />
        </>
      }
      filters={
        <>
          <PeriodPicker state={state} shown={page.data} />
          <ComparePicker state={state} />
          <Choice state={state} name="basis" label="Basis" options={optionsFrom(profitBases)} />
          <Choice
            state={state}
            name="step"
            label="Columns"
            options={[{ value: '', label: 'One column' }, ...optionsFrom(stepNames)]}
          />
          <ShownAsPicker shown={shown} />
        </>
      }
    >
      {report => (
        <>
          <Statement report={report} shown={shown} opens={report.basis === 'cash' ? 'cash' : ledger} />
          {report.reconciliation && (
            <Reconciliation lines={report.reconciliation} days={report} ledger={ledger} />
          )}
        </>
      )}
    </ReportPage>
  );
}

/** Why revenue is not the net revenue of the sales summary (rule A14). */
function RevenueOfEntries({ report, opens }: { report: ProfitAndLoss; opens: Opens }) {
  const { revenue_of_entries: amount, from, to } = report;
  if (!amount) return null;
  return (
    <p className="report-note">
      Revenue is {formatPounds(Math.abs(amount))} {amount > 0 ? 'above' : 'below'} net revenue in the Sales
      Summary, because entries other than sales and credit notes posted to 4000 or 4010.{' '}
      {opens && (
        <TextLink to="/general-ledger" search={entriesDrillDown({ from, to })}>
          View these entries
        </TextLink>
      )}
    </p>
  );
}

function Statement({ report, shown, opens }: { report: ProfitAndLoss; shown: Shown; opens: Opens }) {
  const { lines } = report;
  const sums = lines.filter(isSum);
  return (
    <>
      <Tiles
        tiles={sums.map(line => ({
          label: line.label,
          value: (
            <>
              <Figure line={line} pence={line.amount} days={report} opens={opens} />
              <Change now={line.amount} before={line.before ?? undefined} />
            </>
          ),
        }))}
      />
      <Card title="Statement" flush>
        <ShownAs shown={shown} chart={chartOf(report)}>
          <DataTable
            label="Profit and loss"
            rows={lines}
            rowKey={line => line.key}
            columns={columns(report, opens)}
            keepsColumns
          />
        </ShownAs>
        <RevenueOfEntries report={report} opens={opens} />
      </Card>
    </>
  );
}

const isSum = ({ kind }: ProfitLine) => kind !== 'account';

/** The result of each interval; without intervals each sum, beside that of the comparison. */
function chartOf({ lines, steps, compared, ...days }: ProfitAndLoss) {
  const sums = lines.filter(isSum);
  const charted = sums.find(line => line.key === 'net_profit') ?? sums[0];
  const isShort = steps.every(step => daysIn(step) <= 7);
  if (charted && steps.length > 1)
    return {
      label: charted.label,
      of: 'Period',
      bars: steps.map((step, index) => ({
        key: step.from,
        label: isShort ? namePeriod(step) : formatDate(step.to).slice(-8),
        value: charted.steps[index] ?? 0,
      })),
    };
  const names = compared && { now: namePeriod(days), before: namePeriod(compared) };
  return sumsChart('Profit and loss', lines, names);
}

const isResult = ({ key }: ReconciliationLine) => key === 'accruals' || key === 'cash';

const reconciliationColumns = (days: Period, ledger: Opens): Column<ReconciliationLine>[] => [
  { header: 'Step', cell: line => <LineLabel isSum={isResult(line)}>{line.label}</LineLabel> },
  {
    header: 'Amount',
    align: 'end',
    cell: line => {
      const isPosted = line.key === 'accruals';
      return (
        <Behind
          opens={isPosted ? ledger : 'cash'}
          line={{ code: null, key: isPosted ? 'net_profit' : line.key }}
          label={line.label}
          days={days}
        >
          <LineAmount isSum={isResult(line)} pence={line.amount} />
        </Behind>
      );
    },
  },
];

const Reconciliation = ({
  lines,
  days,
  ledger,
}: {
  lines: readonly ReconciliationLine[];
  days: Period;
  ledger: Opens;
}) => (
  <Card title="From accruals to cash" flush>
    <DataTable
      label="From accruals to cash"
      rows={lines}
      rowKey={line => line.key}
      columns={reconciliationColumns(days, ledger)}
      keepsColumns
    />
    <p className="report-note">
      On the cash basis an invoice or bill counts once it is settled, in proportion to what is settled of it,
      without VAT.
    </p>
  </Card>
);

const wordsFor = { cash: 'view transactions', ledger: 'view ledger lines' };

/** Links a figure to what is behind it; `label` is for screen readers. */
function Behind({
  opens,
  line,
  label,
  days: { from, to },
  children,
}: {
  opens: Opens;
  line: Pick<ProfitLine, 'code' | 'key'>;
  label: string;
  days: Period;
  children: ReactNode;
}) {
  // The ledger shows wages as totals, so its lines would add up to more.
  const isPartial = opens === 'ledger' && label.endsWith(excludingWages);
  if (opens === null || isPartial) return children;
  return (
    <TextLink
      to={opens === 'cash' ? '/reports/cash-basis' : '/general-ledger'}
      search={opens === 'cash' ? cashDrillDown(line.key, { from, to }) : profitDrillDown(line, { from, to })}
      className="figure-link"
    >
      {children}
      <VisuallyHidden>
        {` ${label}, ${formatDate(from)} to ${formatDate(to)}: ${wordsFor[opens]}`}
      </VisuallyHidden>
    </TextLink>
  );
}

const Figure = ({
  line,
  pence,
  days,
  opens,
}: {
  line: ProfitLine;
  pence: number;
  days: Period;
  opens: Opens;
}) => (
  <Behind opens={opens} line={line} label={line.label} days={days}>
    <LineAmount isSum={isSum(line)} pence={pence} />
  </Behind>
);

function columns({ from, to, steps, compared }: ProfitAndLoss, opens: Opens): Column<ProfitLine>[] {
  const amounts = (
    header: string,
    days: Period,
    pence: (line: ProfitLine) => number,
  ): Column<ProfitLine> => ({
    header,
    align: 'end',
    cell: line => <Figure line={line} pence={pence(line)} days={days} opens={opens} />,
  });
  return [
    {
      header: 'Account',
      minWidth: '120px',
      cell: line => (
        <LineLabel isSum={isSum(line)}>
          {line.code === null ? line.label : `${line.code} ${line.label}`}
        </LineLabel>
      ),
    },
    ...steps.map((step, index) => amounts(namePeriod(step), step, line => line.steps[index] ?? 0)),
    amounts(
      compared && steps.length === 0 ? namePeriod({ from, to }) : 'Amount',
      { from, to },
      line => line.amount,
    ),
    {
      header: '% of revenue',
      align: 'end',
      // On a phone a comparison needs its room.
      wideOnly: compared !== null,
      cell: line => <Percent hundredths={line.percent} />,
    },
    ...(compared
      ? [
          amounts(namePeriod(compared), compared, line => line.before ?? 0),
          {
            header: 'Change',
            align: 'end',
            wideOnly: true,
            cell: line => <Change now={line.amount} before={line.before} />,
          } satisfies Column<ProfitLine>,
        ]
      : []),
  ];
}
