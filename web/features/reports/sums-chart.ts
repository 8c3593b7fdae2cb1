import type { ProfitLine } from '#domain/reports/profit-loss';
import type { Chart } from '../../ui/charts/shown-as';

type Line = Pick<ProfitLine, 'key' | 'kind' | 'label' | 'amount' | 'before'>;

/** The sums of a statement as bars; `compared` names both columns if there are two. */
export const sumsChart = (
  label: string,
  lines: readonly Line[],
  compared: { readonly now: string; readonly before: string } | null,
): Chart => ({
  label,
  of: 'Line',
  bars: lines
    .filter(({ kind }) => kind !== 'account')
    .map(({ key, label: name, amount, before }) => ({
      key,
      label: name,
      value: amount,
      other: before ?? undefined,
    })),
  ...(compared && { series: { value: compared.now, other: compared.before } }),
});
