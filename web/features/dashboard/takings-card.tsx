import { useState } from 'react';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { Card } from '../../ui/card';
import { ChartOnDemand } from '../../ui/charts/chart-on-demand';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { FigureLink } from '../../ui/figure-link';
import { Money } from '../../ui/money';
import { ChartOrTable } from './chart-or-table';
import { dayDrillDown } from './drill-down';

type DayTakings = { readonly date: CalendarDate; readonly net_takings: Pence };

const columns: Column<DayTakings>[] = [
  { header: 'Day', kind: 'date', cell: ({ date }) => <Day date={date} /> },
  {
    header: 'Net takings',
    align: 'end',
    cell: ({ date, net_takings }) => (
      <FigureLink label={`Net takings of ${formatDate(date)}`} place={dayDrillDown(date)}>
        <Money pence={net_takings} />
      </FigureLink>
    ),
  },
];

/** Takings of the last days, as a chart or as a table of the same figures. */
export function TakingsCard({ takings }: { takings: readonly DayTakings[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={`Net takings, ${takings.length} days`}
      flush
      actions={<ChartOrTable isTable={asTable} onChange={setAsTable} />}
    >
      {asTable ? (
        <DataTable
          label="Net takings by day"
          rows={takings.toReversed()}
          rowKey={({ date }) => date}
          columns={columns}
        />
      ) : (
        <ChartOnDemand
          label="Net takings by day"
          of="Day"
          bars={takings.map(({ date, net_takings }) => ({
            key: date,
            label: formatDate(date).slice(0, 6),
            value: net_takings,
          }))}
        />
      )}
    </Card>
  );
}
