import type { ReactNode } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { dashboard, TradeFlow } from '#domain/dashboard/dashboard.contract';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { Change } from '../../ui/change';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';

type Trade = NonNullable<ReplyOf<typeof dashboard.show>['trade']>;

/** Today beside the same weekday of last week, and the month so far (rule R4). */
export function TradeCard({ trade }: { trade: Trade }) {
  const { today, week_before: before, week_before_on, month } = trade;
  const weekday = new Date(`${week_before_on}T12:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  const money = (label: string, of: (flow: TradeFlow) => number | null, link = true) => ({
    label,
    value: (
      <>
        <ToReport label={label} leads={link}>
          {(value => (value === null ? '–' : <Money pence={value} />))(of(today))}
        </ToReport>
        <Change now={of(today)} before={of(before)} words={formatPounds} />
      </>
    ),
  });
  const profitOf = (flow: TradeFlow) => flow.profit ?? 0;
  return (
    <Card
      title="Today"
      actions={
        <span className="dashboard-against">{`against ${weekday} ${formatDate(week_before_on)}`}</span>
      }
    >
      <Tiles
        tiles={[
          money('Net takings', flow => flow.net_takings),
          {
            label: 'Sales',
            value: (
              <>
                {counted(today.transactions)}
                <Change now={today.transactions} before={before.transactions} words={counted} />
              </>
            ),
          },
          money('Average sale', flow => flow.average, false),
          money('Refunds', flow => flow.refunds, false),
          ...(today.profit === undefined ? [] : [money('Gross profit', profitOf)]),
          { label: 'Takings this month', value: <Money pence={month.net_takings} /> },
          ...(month.profit === undefined
            ? []
            : [{ label: 'Profit this month', value: <Money pence={month.profit} /> }]),
        ]}
      />
    </Card>
  );
}

const ToReport = ({ label, leads, children }: { label: string; leads: boolean; children: ReactNode }) =>
  leads ? (
    <TextLink to="/reports/business-dashboard" aria-label={`${label} today: the business dashboard`}>
      {children}
    </TextLink>
  ) : (
    children
  );
