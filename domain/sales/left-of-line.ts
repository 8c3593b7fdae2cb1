import { lineAmount } from '../kernel/line-amounts';
import { type Pence, toPence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import { take } from '../kernel/take';

/** A line as it was sold, in the mode of its sale, with what has not been refunded of it. */
export type PartlyRefunded = {
  readonly quantity: Quantity;
  readonly unitPrice: Pence;
  readonly cartDiscount: Pence;
  readonly left: { readonly quantity: Quantity; readonly amount: Pence };
};

export type LeftOfLine = {
  readonly quantity: Quantity;
  readonly amount: Pence;
  readonly lineDiscount: Pence;
  readonly cartDiscount: Pence;
};

/**
 * What a line that was refunded in part is sold as when its sale is edited (rule L7): the pieces that are left, at their
 * price, less what was taken off them. Money that went back without goods counts as taken off, so the line comes to
 * exactly what of it has not been refunded. A line that nothing came back of stays as it is.
 */
export function leftOfLine({ quantity, unitPrice, cartDiscount, left }: PartlyRefunded): LeftOfLine {
  const amount = lineAmount(unitPrice, left.quantity);
  const share = toPence(Math.min(take(cartDiscount, left.quantity, quantity), amount - left.amount));
  return {
    quantity: left.quantity,
    amount,
    cartDiscount: toPence(Math.max(0, share)),
    lineDiscount: toPence(Math.max(0, amount - Math.max(0, share) - left.amount)),
  };
}
