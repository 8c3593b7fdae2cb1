import { type Pence, toPence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import { toQuantity } from '../kernel/quantity';
import { prorate } from '../kernel/prorate';

/**
 * The part of a sold line that has not been refunded. Uses the amounts stored with the sale, never today's price or
 * rate (V12).
 */
export type Refundable = {
  readonly quantity: Quantity;
  readonly gross: Pence;
  readonly vat: Pence;
  readonly cost: Pence;
};

/** The refund of a line, and what remains refundable. */
export type Refunded = {
  readonly gross: Pence;
  readonly vat: Pence;
  readonly net: Pence;
  /** The cost of the goods when sold, which returns with them (rule I5); zero when they are not returned. */
  readonly cost: Pence;
  readonly remaining: Refundable;
};

/**
 * Refunds a quantity of a line (rules V12, M7). The last unit takes the remainder, so that parts add up
 * exactly. The caller must refuse more than is left (V13).
 */
export function refundPieces(line: Refundable, pieces: Quantity, goodsComeBack: boolean): Refunded {
  if (pieces <= 0 || pieces > line.quantity) throw new RangeError('More than can be refunded');
  const gross = prorate(line.gross, pieces, line.quantity);
  const cost = prorate(line.cost, pieces, line.quantity);
  return refunded(line, gross, toQuantity(line.quantity - pieces), goodsComeBack ? cost : toPence(0), cost);
}

/** Refunds part of the price while the customer keeps the goods: no quantity and no cost (rule V12). */
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
  const vat = line.gross === 0 ? toPence(0) : prorate(line.vat, gross, line.gross);
  return {
    gross,
    vat,
    net: toPence(gross - vat),
    cost,
    remaining: {
      quantity: quantityLeft,
      gross: toPence(line.gross - gross),
      vat: toPence(line.vat - vat),
      cost: toPence(line.cost - costGone),
    },
  };
}
