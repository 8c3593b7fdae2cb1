import { sql } from 'kysely';

/**
 * What it cost to bring the goods of each order and product here, by the carriers' bills that stand (rule I2). Its
 * parts are kept by product; several lines of one product share them by what was received, no penny lost (M6).
 */
export const landedByProduct = sql`
  select b.purchase_order_id, c.product_id, sum(c.amount_pence)::bigint as pence
  from supplier_bills b join late_costs c on c.document_type = 'supplier_bill' and c.document_id = b.id and c.reverses_id is null
  where b.kind = 'landed_cost' and b.reversed_at is null`;

/** The share of a line `l` in what its product bore, which stands as `landed.pence`. */
export const landedOfLine = sql<number>`(
  select coalesce(round(landed.pence * (s.before + s.own) / nullif(s.whole, 0)) - round(landed.pence * s.before / nullif(s.whole, 0)), 0)::bigint
  from (select coalesce(sum(o.received * o.factor) filter (where o.id < l.id), 0) as before,
      coalesce(sum(o.received * o.factor) filter (where o.id = l.id), 0) as own, sum(o.received * o.factor) as whole
    from purchase_order_lines o where o.purchase_order_id = l.purchase_order_id and o.product_id = l.product_id) s)`;
