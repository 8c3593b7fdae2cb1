import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { changeOf } from '#domain/kernel/percent-of';
import './change.css';

/** With a plus sign where it is more. */
export const signed = (text: string, amount: number) => (amount > 0 ? `+${text}` : text);

/** The change of a figure, in its unit and in per cent. The sign shows the direction, not the colour. */
export function Change({
  now,
  before,
  words = formatPounds,
}: {
  now: number | null;
  before: number | null | undefined;
  words?: ((amount: number) => string) | undefined;
}) {
  if (before === undefined) return null;
  if (now === null || before === null) return <span className="change">—</span>;
  const { amount, percent } = changeOf(now, before);
  const inUnits = signed(words(amount), amount);
  return (
    <span className="change figures" title={`Before: ${words(before)}`}>
      {percent === null ? (
        inUnits
      ) : (
        <>
          <span className="change-amount">{`${inUnits} `}</span>({signed(formatPercent(percent), percent)})
        </>
      )}
    </span>
  );
}

/** A percentage from hundredths; a dash when there is none. */
export const Percent = ({ hundredths }: { hundredths: number | null }) => (
  <span className="figures">{hundredths === null ? '—' : formatPercent(hundredths, { inColumn: true })}</span>
);
