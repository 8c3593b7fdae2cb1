import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../../kernel/verifier';

/**
 * A late cost with the stock it met: the quantity on hand of its product and its value afterwards, from the
 * movements. A lower cost never takes out more than the stock value; what other lines of the document added
 * since is `added`.
 */
const claims = sql`
  select c.*, c.reverses_id is not null as is_reversal, o.share_pence as original_share, o.claimed as original_claim,
    r.share_pence as restored_share, coalesce(m.quantity_after, 0) as on_hand, coalesce(m.value_after_pence, 0) as worth,
    sum(greatest(c.share_pence, 0)) over (partition by c.document_type, c.document_id, c.product_id, c.reverses_id is null) as added
  from late_costs c left join late_costs o on o.id = c.reverses_id left join late_costs r on r.id = c.restores_id
    left join stock_movements m on m.id = c.last_movement_id`;

export const lateCostInvariants: readonly Invariant[] = [
  invariant(
    'A17',
    'Late costs were added to the stock on hand, and reversed the same way',
    'each price variance and landed cost against the quantity on hand, its stock movement and its reversal',
    {
      counted: sql`select count(*) from late_costs`,
      broken: sql`
        with claims as (${claims}),
        moved as (
          select document_type, document_id, product_id, kind = 'bill_reversal' as is_reversal, sum(value_pence) as value
          from stock_movements m where kind in ('price_difference', 'landed_cost', 'bill_reversal')
            and not (document_type = 'supplier_bill'
              and exists (select from supplier_bills b where b.id = m.document_id and not b.keeps_late_costs))
          group by 1, 2, 3, 4),
        spread as (
          select document_type, document_id, product_id, is_reversal, sum(share_pence) as value, sum(claimed) as claimed,
            min(on_hand) as on_hand
          from claims group by 1, 2, 3, 4)
        select p.sku || ': ' || spread.claimed || ' units carry a late cost of ' || spread.document_type || ' ' || spread.document_id
          || ', but the stock on hand was ' || spread.on_hand as what, '/products/' || p.id as link
        from spread join products p on p.id = spread.product_id where spread.claimed > greatest(spread.on_hand, 0)
        union all
        select p.sku || ': ' || ${pounds(sql`c.share_pence`)} || ' went into stock, but the units on hand make it '
          || ${pounds(sql`c.due`)}, '/products/' || p.id
        from (select claims.*, case when is_reversal then -round(original_share::numeric * claimed / nullif(original_claim, 0))
            when restores_id is not null then -restored_share else round(amount_pence::numeric * claimed / quantity) end as due
          from claims) c join products p on p.id = c.product_id
        where c.claimed > 0 and c.share_pence <> c.due and not (c.worth <= c.added and abs(c.share_pence) < abs(c.due))
        union all
        select p.sku || ': ' || ${pounds(sql`coalesce(moved.value, 0)`)} || ' moved in stock, ' || ${pounds(sql`coalesce(spread.value, 0)`)}
          || ' stored as late cost', '/products/' || p.id
        from moved full join spread using (document_type, document_id, product_id, is_reversal)
          join products p on p.id = product_id
        where coalesce(moved.value, 0) <> coalesce(spread.value, 0)
        union all
        select p.sku || ': a reversal removed ' || -c.claimed || ' of ' || c.original_claim || ' units', '/products/' || p.id
        from claims c join products p on p.id = c.product_id where c.is_reversal and c.claimed > c.original_claim`,
    },
  ),
];
