import { type RawBuilder, sql } from 'kysely';

/**
 * How many days suppliers took to deliver products: the average from order to receipt, one row for each product and
 * supplier of the order lines that the condition on `l` chooses. Reversed receipts never arrived. A date of a receipt
 * before its order counts as the same day.
 */
export const measuredLeadDays = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.product_id, o.supplier_id, round(avg(greatest(0, g.business_date - o.order_date)))::integer as days,
    count(distinct g.id) as receipts
  from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
    join goods_received_lines r on r.purchase_order_line_id = l.id
    join goods_received_notes g on g.id = r.goods_received_note_id
  where ${lines} and not exists (select from supplier_returns u where u.reverses_receipt_id = g.id)
  group by l.product_id, o.supplier_id`;
