import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Bar, BarChart, type Series } from './bar-chart';
import { ChartPlace } from './chart-on-demand';
import { optionsFrom } from '../form/options-from';

const names = { both: 'Chart and table', table: 'Table', chart: 'Chart' } as const;
type Display = keyof typeof names;

/** How a report shows its figures, and the choice of the user; kept in the address. */
export type Shown = { readonly display: Display; readonly choose: (display: string) => void };

/** `unasked`: statements and lists are shown as a table unless the user chooses, others with their chart. */
export function useShownAs(unasked: 'both' | 'table' = 'both'): Shown {
  const navigate = useNavigate();
  const params = useSearch({ strict: false }) as { readonly display?: string };
  return {
    display: params.display && Object.hasOwn(names, params.display) ? (params.display as Display) : unasked,
    choose: chosen =>
      void navigate({
        to: '.',
        search: { ...params, display: chosen === unasked ? undefined : chosen },
      }),
  };
}

export const ShownAsPicker = ({ shown: { display, choose } }: { shown: Shown }) => (
  <NativeSelect
    aria-label="Show as"
    value={display}
    data={optionsFrom(names)}
    onChange={event => choose(event.currentTarget.value)}
  />
);

export type Chart = {
  readonly label: string;
  /** What each label is, such as a day or an account. */
  readonly of: string;
  /** Undefined while they load. */
  readonly bars: readonly Bar[] | undefined;
  /** One figure makes no chart, unless a place was kept for it while it loaded (F81). */
  readonly minBars?: 1 | 2;
  readonly series?: Series;
};

/** The same figures as a chart and as a table, as the user chose. A chart alone carries a table for screen readers. */
export function ShownAs({
  shown: { display },
  chart: { bars, ...chart },
  children,
}: {
  shown: Shown;
  chart: Chart;
  /** The table. */
  children: ReactNode;
}) {
  const hasChart = bars !== undefined && bars.length >= (chart.minBars ?? 2);
  return (
    <>
      {bars === undefined && display !== 'table' && <ChartPlace hasLegend={chart.series !== undefined} />}
      {hasChart && display !== 'table' && (
        <BarChart {...chart} bars={bars} standsAlone={display === 'chart'} />
      )}
      {(display !== 'chart' || !hasChart) && children}
    </>
  );
}
