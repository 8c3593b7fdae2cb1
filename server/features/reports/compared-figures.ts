import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { changeOf } from '#domain/kernel/percent-of';
import { type Comparison, comparisonNames, daysInWords, type Period } from '#domain/kernel/period';
import type { Column } from '../../platform/spreadsheets/column';

/** The comparison period, in words; empty without a comparison. */
export const comparedWords = (comparison: Comparison | undefined, compared: Period | null): string =>
  comparison && compared ? `${comparisonNames[comparison]}, ${daysInWords(compared)}` : '';

/**
 * A figure with its previous value and its change, as the screen shows them: `£5.00 (+£1.00, +25%; previously £4.00)`.
 * `before` is undefined without a comparison; null is a figure that there is none of, such as the average of no sales.
 */
export function withPrevious(
  now: number | null,
  before: number | null | undefined,
  words: (amount: number) => string = formatPounds,
): string {
  const inWords = (amount: number | null): string => (amount === null ? '—' : words(amount));
  if (before === undefined) return inWords(now);
  const previously = `previously ${inWords(before)}`;
  return `${inWords(now)} (${now === null || before === null ? previously : `${changeWords(now, before, words)}; ${previously}`})`;
}

function changeWords(now: number, before: number, words: (amount: number) => string): string {
  const { amount, percent } = changeOf(now, before);
  const change = withPlus(words)(amount);
  return percent === null ? change : `${change}, ${withPlus(formatPercent)(percent)}`;
}

/** With a plus sign before an increase. */
export const withPlus =
  (words: (amount: number) => string) =>
  (amount: number): string =>
    `${amount > 0 ? '+' : ''}${words(amount)}`;

/** The change of each row's figure, in pounds and in per cent. `of` names the figure where there are several. */
export function changeColumns<Row>(
  figures: (row: Row) => readonly [now: number | null, before: number | null],
  of = '',
): readonly Column<Row>[] {
  const changeIn = (row: Row) => {
    const [now, before] = figures(row);
    return now === null || before === null ? null : changeOf(now, before);
  };
  return [
    {
      header: `Change${of}`,
      kind: 'money',
      width: 14,
      isChange: true,
      value: row => changeIn(row)?.amount ?? null,
    },
    {
      header: `Change %${of}`,
      kind: 'percent',
      width: 12,
      isChange: true,
      value: row => changeIn(row)?.percent ?? null,
    },
  ];
}
