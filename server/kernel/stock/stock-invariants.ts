import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../verifier/invariant';

export const stockInvariants: readonly Invariant[] = [
  invariant(
    'A2',
    'Stock of each product equals the sum of its movements',
    'the quantity and value of each product against its movements; no stock means no value, and no value is below zero',
    {
      counted: sql`select count(*) from stock_pools`,
      broken: sql`
        select p.sku || ': ' || s.quantity || ' worth ' || ${pounds(sql`s.value_pence`)} || ', according to its movements '
            || coalesce(m.quantity, 0) || ' worth ' || ${pounds(sql`coalesce(m.value_pence, 0)`)} as what,
          '/products/' || p.id as link
        from stock_pools s join products p on p.id = s.product_id
        left join (select product_id, sum(quantity) as quantity, sum(value_pence) as value_pence
          from stock_movements group by product_id) m using (product_id)
        where s.quantity <> coalesce(m.quantity, 0) or s.value_pence <> coalesce(m.value_pence, 0)
          or (s.quantity = 0 and s.value_pence <> 0) or (s.quantity > 0 and s.value_pence < 0)`,
    },
  ),
  invariant(
    'A3',
    'Inventory in the books equals the stock value, on every day',
    'account 1200 against the value of all movements, day by day',
    {
      counted: sql`select count(*) from (select business_date from stock_movements
        union select business_date from journal_lines where account_code = '1200') as days`,
      broken: sql`
        select business_date || ': account 1200 moved by ' || ${pounds(sql`sum(posted)`)} || ', the stock by ' || ${pounds(sql`sum(moved)`)} as what,
          '/journals?from=' || business_date || '&to=' || business_date as link
        from (
          select business_date, debit_pence - credit_pence as posted, 0 as moved from journal_lines where account_code = '1200'
          union all select business_date, 0, value_pence from stock_movements
        ) as days group by business_date having sum(posted) <> sum(moved)`,
    },
  ),
];
