import { type Pence, toPence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import { toQuantity } from '../kernel/quantity';
import { take } from '../kernel/take';

/** What of a sold line has not been refunded yet. Never today's price or rate: what was stored with the sale (V12). */
export type Refundable = {
  readonly quantity: Quantity;
  readonly gross: Pence;
  readonly vat: Pence;
  readonly cost: Pence;
};

/** What is taken off a line, and what of it can still be refunded afterwards. */
export type Refunded = {
  readonly gross: Pence;
  readonly vat: Pence;
  readonly net: Pence;
  /** What the goods cost when they were sold: it comes back with them (rule I5). Nothing when they stay away. */
  readonly cost: Pence;
  readonly left: Refundable;
};

/**
 * Refunds so many pieces of a line (rules V12, M7): the last piece takes whatever is left, so parts add up to the
 * original to the penny. Asking for more than is left is an error of the caller, who has refused it (V13).
 */
export function refundPieces(line: Refundable, pieces: Quantity, goodsComeBack: boolean): Refunded {
  if (pieces <= 0 || pieces > line.quantity) throw new RangeError('More than can be refunded');
  const gross = take(line.gross, pieces, line.quantity);
  const cost = take(line.cost, pieces, line.quantity);
  return refunded(line, gross, toQuantity(line.quantity - pieces), goodsComeBack ? cost : toPence(0), cost);
}

/** Refunds a part of the price and leaves the goods with the customer: no quantity, no cost (rule V12). */
export function refundValue(line: Refundable, gross: Pence): Refunded {
  if (gross <= 0 || gross > line.gross) throw new RangeError('More than can be refunded');
  return refunded(line, gross, line.quantity, toPence(0), toPence(0));
}

function refunded(
  line: Refundable,
  gross: Pence,
  quantityLeft: Quantity,
  cost: Pence,
  costGone: Pence,
): Refunded {
  const vat = line.gross === 0 ? toPence(0) : take(line.vat, gross, line.gross);
  return {
    gross,
    vat,
    net: toPence(gross - vat),
    cost,
    left: {
      quantity: quantityLeft,
      gross: toPence(line.gross - gross),
      vat: toPence(line.vat - vat),
      cost: toPence(line.cost - costGone),
    },
  };
}
