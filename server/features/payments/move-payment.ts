import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';

/** Adds to the part of a payment that is for an order, or takes from it (rule P4). The caller has locked the order. */
export async function movePayment(tx: Tx, paymentId: number, orderId: number, change: number): Promise<void> {
  const its = sql`payment_id = ${paymentId} and purchase_order_id = ${orderId}`;
  if (change > 0)
    await sql`${preparedStatement}
      insert into payment_allocations as kept (payment_id, purchase_order_id, amount_pence)
      values (${paymentId}, ${orderId}, ${change})
      on conflict (payment_id, purchase_order_id) do update set amount_pence = kept.amount_pence + excluded.amount_pence`.execute(
      tx,
    );
  else {
    await sql`${preparedStatement} delete from payment_allocations where ${its} and amount_pence <= ${-change}`.execute(
      tx,
    );
    await sql`${preparedStatement} update payment_allocations set amount_pence = amount_pence + ${change} where ${its}`.execute(
      tx,
    );
  }
}
