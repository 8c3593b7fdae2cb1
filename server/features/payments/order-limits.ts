import { sql } from 'kysely';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { Tx } from '../../platform/database/open-database';
import { conflict, invalid } from '../../platform/http/refusal';
import { lockOrder, outstandingOf, type StoredOrder } from '../purchase-orders';
import type { StoredPayment } from './stored-payment';

type Direction = StoredPayment['direction'];

/**
 * The maximum payable on an order, or refundable (rules P4, P5). An order whose payment was cancelled after its refund is paid
 * less than nothing: the refund is owed as well, and there is nothing to refund. The caller has locked the order.
 */
export const limitOf = (direction: Direction, order: StoredOrder): Pence =>
  direction === 'in' ? toPence(Math.max(0, order.paid)) : outstandingOf(order);

export function tooMuch(direction: Direction, order: StoredOrder, limit: Pence): string {
  if (direction === 'in')
    return `Only ${formatPounds(limit)} has been paid on ${order.po_number}, so no more can be refunded.`;
  return limit <= 0
    ? `${order.po_number} is paid in full. Confirm the excess to keep the money as credit with the supplier.`
    : `Only ${formatPounds(limit)} is outstanding on ${order.po_number}. Confirm the excess to keep the rest as credit with the supplier.`;
}

/**
 * Checks a pending payment again when it is confirmed, because its orders may have been paid since (rule P5). A
 * confirmed excess stays on account. Returns what is allocated. The caller has locked the orders.
 */
export async function keepWithinLimits(
  tx: Tx,
  payment: StoredPayment,
  confirmsExcess: boolean,
): Promise<StoredPayment['allocations']> {
  const kept: StoredPayment['allocations'][number][] = [];
  for (const allocation of payment.allocations) {
    const order = await lockOrder(tx, allocation.purchase_order_id);
    const limit = limitOf(payment.direction, order);
    const amount = toPence(Math.min(allocation.amount, Math.max(0, limit)));
    if (amount < allocation.amount) {
      const refusal = tooMuch(payment.direction, order, limit);
      if (payment.direction === 'in') throw conflict(refusal);
      if (!confirmsExcess) throw invalid({ confirm_excess: refusal });
      await lowerAllocation(tx, { paymentId: payment.id, orderId: order.id, amount });
    }
    if (amount > 0) kept.push({ ...allocation, amount });
  }
  return kept;
}

async function lowerAllocation(
  tx: Tx,
  { paymentId, orderId, amount }: { paymentId: number; orderId: number; amount: Pence },
): Promise<void> {
  const its = sql`payment_id = ${paymentId} and purchase_order_id = ${orderId}`;
  await (amount > 0
    ? sql`update payment_allocations set amount_pence = ${amount} where ${its}`.execute(tx)
    : sql`delete from payment_allocations where ${its}`.execute(tx));
}
