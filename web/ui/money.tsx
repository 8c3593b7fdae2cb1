import type { ReactNode } from 'react';
import { formatPounds, outstandingLabel } from '#domain/kernel/money';

/** An amount in whole pence, shown in pounds with two decimals (K-05). */
export const Money = ({ pence }: { pence: number }) => <span className="figures">{formatPounds(pence)}</span>;

/** A total in whole pence, and nothing until it is known. */
export const Sum = ({ pence }: { pence: number | undefined }) =>
  pence === undefined ? null : <Money pence={pence} />;

/** A balance without a sign: below zero it is in credit (rule W1). */
export const Balance = ({ pence }: { pence: number }) => (
  <>
    <Money pence={Math.abs(pence)} />
    {pence < 0 && ' in\u00a0credit'}
  </>
);

type Owed = {
  pence: number;
  isOverdue?: boolean;
  /** Another text for the amount. */
  children?: ReactNode;
};

/**
 * An outstanding amount: red above zero, else green (SL-03). One known not to be overdue is amber; below zero it is in
 * credit.
 */
export function Outstanding({ pence, isOverdue = true, children = <Balance pence={pence} /> }: Owed) {
  const tone = pence <= 0 ? 'clear' : isOverdue ? 'owed' : 'due';
  return (
    <span data-owed={pence > 0} style={{ color: `var(--money-${tone})`, fontWeight: 600 }}>
      {children}
    </span>
  );
}

/** An outstanding amount and its label, which says when it is in credit. */
export const outstandingFigure = (pence: number) => ({
  label: outstandingLabel(pence),
  value: (
    <Outstanding pence={pence}>
      <Money pence={Math.abs(pence)} />
    </Outstanding>
  ),
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
