import { lineAmount } from '#domain/kernel/line-amounts';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Quantity } from '#domain/kernel/quantity';
import { roundHalfAwayFromZero } from '#domain/kernel/rounding';
import type { CalculatedLine } from '#domain/sales/calculate-sale';
import type { BasketLine } from './basket';

/**
 * The value of goods taken out of a line, without a price typed over the list price: a basket that is voided is valued in
 * the same way (decision 095).
 */
export function removedValue(
  { unitPrice, quantity }: Pick<BasketLine, 'unitPrice' | 'quantity'>,
  calculated: Pick<CalculatedLine, 'amount' | 'listPrice' | 'quantity'> | undefined,
  taken: Quantity,
): Pence {
  if (!calculated) return toPence(0);
  const whole =
    unitPrice === null ? calculated.amount : lineAmount(calculated.listPrice, calculated.quantity);
  return toPence(roundHalfAwayFromZero(BigInt(whole) * BigInt(taken), quantity));
}
