import { addDays } from '#domain/kernel/dates';
import { namePeriod } from '#domain/kernel/period';
import type { SalesSummary } from '#domain/reports/sales-summary.contract';

type Bar = { readonly key: string; readonly label: string; readonly value: number };

/** The days that a bar stands for, where each follows the one before. */
const daysOfBar: Readonly<Partial<Record<SalesSummary['group'], number>>> = { day: 1, week: 7 };

/**
 * Takings by row. Days and weeks without sales have no row but keep their place, so that a week stays as wide
 * as a week.
 */
export function salesBars({
  group,
  rows,
}: {
  readonly group: SalesSummary['group'];
  readonly rows: readonly Pick<SalesSummary['rows'][number], 'key' | 'label' | 'net_takings'>[];
}): Bar[] {
  const bars = rows.map(({ key, label, net_takings }) => ({ key, label, value: net_takings }));
  const [first, last] = [bars[0], bars.at(-1)];
  const width = daysOfBar[group];
  if (!width || !first || !last) return bars;
  const found = new Map(bars.map(bar => [bar.key, bar]));
  const filled: Bar[] = [];
  for (let day = first.key; day <= last.key; day = addDays(day, width)) {
    // The first and the last have a row, so those between are whole.
    const label = namePeriod({ from: day, to: addDays(day, width - 1) });
    filled.push(found.get(day) ?? { key: day, label, value: 0 });
  }
  return filled;
}
