import { useState } from 'react';
import type { HourlyTakings } from '#domain/dashboard/takings-by-hour';
import type { CalendarDate } from '#domain/kernel/dates';
import { Card } from '../../ui/card';
import { Change } from '../../ui/change';
import { PairedChartOnDemand } from '../../ui/charts/chart-on-demand';
import { type Column, DataTable } from '../../ui/table/data-table';
import { FigureLink } from '../../ui/figure-link';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { ChartOrTable } from './chart-or-table';
import { dayDrillDown } from './drill-down';
import { weekdayName } from './weekday-name';

type Hour = HourlyTakings['hours'][number];

/** "09:00", the hour that begins then. */
const startOf = ({ hour }: Hour) => `${String(hour).padStart(2, '0')}:00`;

const columns: Column<Hour>[] = [
  { header: 'Hour from', cell: startOf },
  { header: 'Net takings', align: 'end', cell: ({ net_takings }) => <Money pence={net_takings} /> },
  { header: 'Typical', align: 'end', cell: ({ usual }) => (usual === null ? '—' : <Money pence={usual} />) },
];

/** Today's takings by the hour beside those usual on that weekday, as a chart or as a table. */
export function HoursCard({ takings }: { takings: HourlyTakings }) {
  const [asTable, setAsTable] = useState(false);
  const { on, hours } = takings;
  return (
    <Card
      title="Takings by hour"
      flush
      actions={hours.length > 1 && <ChartOrTable isTable={asTable} onChange={setAsTable} />}
    >
      <div className="card-body">
        <SoFar takings={takings} />
      </div>
      {hours.length === 0 ? (
        <p className="dashboard-empty">No sales today, and no earlier {weekdayName(on)}s to compare with.</p>
      ) : asTable || hours.length === 1 ? (
        <DataTable label="Net takings by hour" rows={hours} rowKey={({ hour }) => hour} columns={columns} />
      ) : (
        <PairedChartOnDemand
          label="Net takings by hour"
          standsAlone
          of="Hour from"
          series={{ value: 'Today', other: `Typical ${weekdayName(on)}` }}
          bars={hours.map(one => ({
            key: startOf(one),
            label: startOf(one),
            value: one.net_takings,
            other: one.usual ?? undefined,
          }))}
        />
      )}
    </Card>
  );
}

/** Net takings so far, and what was usual by this time. */
function SoFar({ takings: { on, net_takings, usual_by_now, days_compared } }: { takings: HourlyTakings }) {
  return (
    <Tiles
      tiles={[
        {
          label: 'Net takings',
          value: (
            <>
              <FigureLink label="Net takings" place={dayDrillDown(on)}>
                <Money pence={net_takings} />
              </FigureLink>
              <Change now={net_takings} before={usual_by_now ?? undefined} />
            </>
          ),
        },
        {
          label: 'Typical by this time',
          value: (
            <>
              {usual_by_now === null ? '—' : <Money pence={usual_by_now} />}
              <span className="change">{comparedWords(on, days_compared)}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function comparedWords(on: CalendarDate, days: number): string {
  const weekday = weekdayName(on);
  if (days === 0) return `No earlier ${weekday} to compare with`;
  return days === 1 ? `Last ${weekday} with sales` : `Median of the last ${days} ${weekday}s with sales`;
}
