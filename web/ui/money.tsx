import type { ReactNode } from 'react';
import { formatOutstanding, formatPounds, outstandingLabel } from '#domain/kernel/money';
import { costAmount, formatUnitCost, toUnitCost, type UnitCost } from '#domain/kernel/unit-cost';
import { wholeUnits } from '#domain/kernel/quantity';

/** An amount in whole pence, shown in pounds with two decimals (K-05). */
export const Money = ({ pence }: { pence: number }) => <span className="figures">{formatPounds(pence)}</span>;

/** A total in whole pence, and nothing until it is known. */
export const Sum = ({ pence }: { pence: number | undefined }) =>
  pence === undefined ? null : <Money pence={pence} />;

/** A unit cost as entered (rule M3). */
export const UnitPrice = ({ cost }: { cost: UnitCost }) => (
  <span className="figures">{formatUnitCost(cost)}</span>
);

/** An average unit cost in a list: pounds with two decimals (K-05), in full on hover. */
export const AverageCost = ({ cost }: { cost: string | null | undefined }) => (
  <span className="figures" title={cost == null ? undefined : `£${cost}`}>
    {cost == null ? '—' : formatPounds(costAmount(toUnitCost(cost), wholeUnits(1)))}
  </span>
);

type Owed = { pence: number; isOverdue?: boolean; words?: string };

/**
 * An outstanding amount: red above zero, else green (SL-03). One known not to be overdue is amber; below zero it is in
 * credit.
 */
export function Outstanding({ pence, isOverdue = true, words = formatOutstanding(pence) }: Owed) {
  const tone = pence <= 0 ? 'clear' : isOverdue ? 'owed' : 'due';
  return (
    <span
      className="figures"
      data-owed={pence > 0}
      style={{ color: `var(--money-${tone})`, fontWeight: 600 }}
    >
      {words}
    </span>
  );
}

/** An outstanding amount and its label, which says when it is in credit. */
export const outstandingFigure = (pence: number) => ({
  label: outstandingLabel(pence),
  value: <Outstanding pence={pence} words={formatPounds(Math.abs(pence))} />,
});

/** A figure that should be zero, such as an overdue amount: red if it is not. */
export const Troubling = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <span data-troubling={when} style={when ? { color: 'var(--money-owed)' } : {}}>
    {children}
  </span>
);

/** The balance of an account with Dr or Cr: debits less credits in pence. */
export const DebitOrCredit = ({ pence }: { pence: number }) => (
  <span className="figures">
    {formatPounds(Math.abs(pence))} {pence === 0 ? '' : pence > 0 ? 'Dr' : 'Cr'}
  </span>
);
