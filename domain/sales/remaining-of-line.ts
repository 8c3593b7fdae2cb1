import { lineAmount } from '../kernel/line-amounts';
import { type Pence, toPence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import { prorate } from '../kernel/prorate';

/** A sold line in the mode of its sale, less refunds. */
export type PartlyRefunded = {
  readonly quantity: Quantity;
  readonly unitPrice: Pence;
  readonly basketDiscount: Pence;
  readonly remaining: { readonly quantity: Quantity; readonly amount: Pence };
};

export type RemainingOfLine = {
  readonly quantity: Quantity;
  readonly amount: Pence;
  readonly lineDiscount: Pence;
  readonly basketDiscount: Pence;
};

/**
 * A partly refunded line when its sale is edited (rule L7): the remaining units at their price, less their
 * discount. Refunds without goods count as discount, so the line equals exactly what is not refunded. A line
 * without refunds stays as it is.
 */
export function remainingOfLine({
  quantity,
  unitPrice,
  basketDiscount,
  remaining,
}: PartlyRefunded): RemainingOfLine {
  const amount = lineAmount(unitPrice, remaining.quantity);
  const share = toPence(
    Math.min(prorate(basketDiscount, remaining.quantity, quantity), amount - remaining.amount),
  );
  return {
    quantity: remaining.quantity,
    amount,
    basketDiscount: toPence(Math.max(0, share)),
    lineDiscount: toPence(Math.max(0, amount - Math.max(0, share) - remaining.amount)),
  };
}
