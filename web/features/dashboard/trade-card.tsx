import type { ReactNode } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import type { dashboard, TradeFlow } from '#domain/dashboard/dashboard.contract';
import { monthToDate } from '#domain/reports/month-to-date';
import type { Period } from '#domain/kernel/period';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { Change, Percent, signed } from '../../ui/change';
import { FigureLink } from '../../ui/figure-link';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { tradeDrillDown } from './drill-down';
import { weekdayName } from './weekday-name';

type Trade = NonNullable<ReplyOf<typeof dashboard.show>['trade']>;
type Figure = Exclude<keyof TradeFlow, 'gross_margin'>;

/** Today beside the same weekday of last week, and the month to date (rule R4). */
export function TradeCard({ trade }: { trade: Trade }) {
  const { today_on, today, week_before: before, week_before_on, month } = trade;
  const weekday = weekdayName(week_before_on);
  const day = { from: today_on, to: today_on };
  const ofToday = (label: string, figure: Figure, words = formatPounds) =>
    tile(label, { figure, flow: today, days: day }, words, <Against {...{ figure, today, before, words }} />);
  const ofMonth = (label: string, figure: Figure) =>
    tile(label, { figure, flow: month, days: monthToDate(today_on).month });
  return (
    <Card
      title="Today"
      actions={
        <span className="dashboard-against">{`compared with ${weekday} ${formatDate(week_before_on)}`}</span>
      }
    >
      <Tiles
        tiles={[
          ...ofToday('Net takings', 'net_takings'),
          ...ofToday('Sales', 'transactions', counted),
          ...ofToday('Average sale', 'average'),
          ...ofToday('Refunds', 'refunds'),
          ...ofToday('Gross profit', 'gross_profit'),
          ...margin('Gross margin', today.gross_margin, before.gross_margin),
          ...ofMonth('Net takings this month', 'net_takings'),
          ...ofMonth('Gross profit this month', 'gross_profit'),
          ...margin('Gross margin this month', month.gross_margin),
          ...ofMonth('Net profit before tax this month', 'net_profit'),
        ]}
      />
    </Card>
  );
}

type Shown = { readonly figure: Figure; readonly flow: TradeFlow; readonly days: Period };

/** Figures that the user may not see are absent. */
function tile(
  label: string,
  { figure, flow, days }: Shown,
  words: (value: number) => string = formatPounds,
  change: ReactNode = null,
) {
  const value = flow[figure];
  if (value === undefined) return [];
  const shown =
    value === null ? '—' : words === formatPounds ? <Money pence={value} /> : <span>{words(value)}</span>;
  const place = tradeDrillDown(days)[figure];
  return [
    {
      label,
      value: (
        <>
          {place ? (
            <FigureLink label={label} place={place}>
              {shown}
            </FigureLink>
          ) : (
            shown
          )}
          {change}
        </>
      ),
    },
  ];
}

/** The change of a percentage, in percentage points. */
function PointsChange({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return <span className="change">—</span>;
  const points = formatPercent(now - before).replace('%', '');
  return (
    <span className="change figures" title={`Before: ${formatPercent(before)}`}>
      {`${signed(points, now - before)} points`}
    </span>
  );
}

/** Gross profit as a percentage of revenue, with its change in percentage points. */
function margin(label: string, now: number | null | undefined, before?: number | null) {
  if (now === undefined) return [];
  return [
    {
      label,
      value: (
        <>
          <Percent hundredths={now} />
          {before !== undefined && <PointsChange {...{ now, before }} />}
        </>
      ),
    },
  ];
}

const Against = ({
  figure,
  today,
  before,
  words,
}: {
  figure: Figure;
  today: TradeFlow;
  before: TradeFlow;
  words: (value: number) => string;
}) => <Change now={today[figure] ?? null} before={before[figure] ?? null} words={words} />;
