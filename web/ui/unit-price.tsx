import { formatPounds } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { costAmount, formatUnitCost, toUnitCost, type UnitCost } from '#domain/kernel/unit-cost';

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
