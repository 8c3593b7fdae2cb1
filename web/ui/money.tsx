import type { ReactNode } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { costAmount, formatUnitCost, toUnitCost, type UnitCost } from '#domain/kernel/unit-cost';
import { wholeUnits } from '#domain/kernel/quantity';

/** An amount in whole pence, shown in pounds with two decimals (K-05). */
export const Money = ({ pence }: { pence: number }) => <span className="figures">{formatPounds(pence)}</span>;

/** What one unit costs, as it was entered (rule M3). */
export const UnitPrice = ({ cost }: { cost: UnitCost }) => (
  <span className="figures">{formatUnitCost(cost)}</span>
);

/** What one unit costs on average, in a list: pounds with two decimals (K-05), all of them on pointing at it. */
export const AverageCost = ({ cost }: { cost: string | null | undefined }) => (
  <span className="figures" title={cost == null ? undefined : `£${cost}`}>
    {cost == null ? '—' : formatPounds(costAmount(toUnitCost(cost), wholeUnits(1)))}
  </span>
);

/** What is outstanding: red above zero, else green (SL-03); the words beside it say what it is. */
export const Outstanding = ({ pence }: { pence: number }) => (
  <span
    className="figures"
    data-owed={pence > 0}
    style={{ color: pence > 0 ? 'var(--money-owed)' : 'var(--money-clear)', fontWeight: 600 }}
  >
    {formatPounds(pence)}
  </span>
);

/** A figure that should be nothing, such as what is overdue or a bank account below zero: red while it is not. */
export const Troubling = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <span data-troubling={when} style={when ? { color: 'var(--money-owed)' } : {}}>
    {children}
  </span>
);

/** The balance of an account with the side where it stands: debits less credits in pence. */
export const DebitOrCredit = ({ pence }: { pence: number }) => (
  <span className="figures">
    {formatPounds(Math.abs(pence))} {pence === 0 ? '' : pence > 0 ? 'Dr' : 'Cr'}
  </span>
);
