import { addDays, formatDate } from '#domain/kernel/dates';
import type { SalesSummary } from '#domain/reports/sales-summary.contract';

type Bar = { readonly key: string; readonly label: string; readonly value: number };

/**
 * Takings by row. Days without sales have no row but keep their place, so that a week stays as wide as a
 * week.
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
  if (group !== 'day' || !first || !last) return bars;
  const found = new Map(bars.map(bar => [bar.key, bar]));
  const days: Bar[] = [];
  for (let day = first.key; day <= last.key; day = addDays(day, 1))
    days.push(found.get(day) ?? { key: day, label: formatDate(day), value: 0 });
  return days;
}
