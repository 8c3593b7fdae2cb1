import { type RawBuilder, sql } from 'kysely';
import { committedStatuses } from '#domain/purchase-orders/purchase-order.status';

const committed = sql`(${sql.join(committedStatuses.map(status => sql.lit(status)))})`;

/**
 * The order figures of one supplier, as a lateral subquery. Only committed orders count (P6), less what the
 * supplier credited (P8), where a credit note that moved to an order's bill counts once; the last purchase is the newest order date (P10).
 */
export const orderFigures = (supplierId: RawBuilder<unknown>) => sql`(
  select count(*) as total_purchase_orders,
    count(*) filter (where status = 'completed') as completed_orders,
    count(*) filter (where status in ('sent', 'received')) as active_orders,
    (coalesce(sum(owed_pence - credited_pence), 0) - coalesce((select sum(apart_pence) from supplier_credits c
      where c.supplier_id = ${supplierId} and c.reversed_at is null), 0)
      + coalesce((select sum(g.amount_pence) from order_credits g join party_items i on i.id = g.party_item_id and i.kind = 'credit_note'
        where g.supplier_id = ${supplierId}), 0))::bigint as total_purchase_amount,
    max(order_date) as last_purchase_date
  from purchase_orders where supplier_id = ${supplierId} and status in ${committed})`;

/**
 * The figures of one supplier's payments, as a lateral subquery: completed payments less completed refunds,
 * whatever order they belong to (P9); the number of rows counts every status (P7).
 */
export const paymentFigures = (supplierId: RawBuilder<unknown>) => sql`(
  select count(*) as total_transactions,
    coalesce(sum(case direction when 'out' then amount_pence else -amount_pence end) filter (where status = 'completed'), 0)::bigint
      as total_paid_amount
  from payments where supplier_id = ${supplierId})`;
