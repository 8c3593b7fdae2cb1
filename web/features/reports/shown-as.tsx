import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Bar, BarChart, type Series } from '../../ui/bar-chart';
import { optionsFrom } from '../../ui/options-from';
import type { ReportState } from './report-state';

const names = { both: 'Chart and table', table: 'Table', chart: 'Chart' } as const;
type Display = keyof typeof names;

/** How figures are shown unless the user chooses: statements as a table, others with their chart. */
type Unasked = Exclude<Display, 'chart'>;

const displayOf = ({ display }: ReportState['params'], unasked: Unasked): Display =>
  display !== undefined && display in names ? (display as Display) : unasked;

/** Whether a report shows its figures as a chart, as a table, or as both. Kept in the address. */
export function ShownAsPicker({ state, unasked = 'both' }: { state: ReportState; unasked?: Unasked }) {
  const display = displayOf(state.params, unasked);
  return (
    <NativeSelect
      aria-label="Show as"
      value={display}
      data={optionsFrom(names)}
      onChange={({ currentTarget: { value } }) =>
        state.change({ display: value === unasked ? undefined : value })
      }
    />
  );
}

/** The same figures as a chart and as a table, as the user chose. A chart alone carries a table for screen readers. */
export function ShownAs({
  state: { params },
  unasked = 'both',
  chart,
  children,
}: {
  state: Pick<ReportState, 'params'>;
  unasked?: Unasked;
  chart: { label: string; bars: readonly Bar[]; series: Series | undefined };
  /** The table. */
  children: ReactNode;
}) {
  const display = displayOf(params, unasked);
  // One figure makes no chart.
  const hasChart = chart.bars.length > 1;
  return (
    <>
      {hasChart && display !== 'table' && <BarChart {...chart} standsAlone={display === 'chart'} />}
      {(display !== 'chart' || !hasChart) && children}
    </>
  );
}
