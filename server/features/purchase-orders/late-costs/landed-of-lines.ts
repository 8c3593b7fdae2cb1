import { sql } from 'kysely';

/**
 * Landed cost of each order and product, from carriers' bills that are not reversed (rule I2). It is stored
 * by product; several lines of one product share it by quantity received, no penny lost (M6).
 */
export const landedByProduct = sql`
  select b.purchase_order_id, c.product_id, sum(c.amount_pence)::bigint as pence
  from supplier_bills b join late_costs c on c.document_type = 'supplier_bill' and c.document_id = b.id and c.reverses_id is null
  where b.kind = 'landed_cost' and b.reversed_at is null`;

/** The share of line `l` in its product's landed cost, which is `landed.pence`. */
export const landedOfLine = sql<number>`(
  select coalesce(round(landed.pence * (s.before + s.own) / nullif(s.whole, 0)) - round(landed.pence * s.before / nullif(s.whole, 0)), 0)::bigint
  from (select coalesce(sum(o.received * o.factor) filter (where o.id < l.id), 0) as before,
      coalesce(sum(o.received * o.factor) filter (where o.id = l.id), 0) as own, sum(o.received * o.factor) as whole
    from purchase_order_lines o where o.purchase_order_id = l.purchase_order_id and o.product_id = l.product_id) s)`;
