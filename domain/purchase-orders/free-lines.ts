import { countOf } from '../kernel/count-of';
import { millionthsOf, type UnitCost } from '../kernel/unit-cost';

/**
 * What to look at before an order is sent: lines without a price, as Reorder drafts where no price is known. Null if
 * there are none. Free goods can be ordered, but only one order at a time, by someone who has read this.
 */
export const freeLinesWords = (lines: readonly { readonly unit_price: UnitCost }[]): string | null => {
  const free = lines.filter(line => millionthsOf(line.unit_price) === 0n).length;
  return free === 0
    ? null
    : `${countOf(free, 'line')} ${free === 1 ? 'has' : 'have'} no price. The supplier sees £0.00, and the goods come into stock without a cost.`;
};

/** Why an order with such a line is not emailed together with others. */
export const freeLineOfMany = 'A line has no price. Enter one, or send the order by itself.';
