-- Stock at the end of a day, by name, the first page: $1 the day.
--
-- Why nothing is faster: the page follows the index of names and looks up stock and later movements of each product by key
-- until it is full, instead of valuing and sorting all of them first. Only the total needs them all; for it, what moved
-- since the day is read once, by date, and taken off what is held now.
with later as materialized (
  select product_id, sum(quantity) as quantity, sum(value_pence)::bigint as pence
  from stock_movements where business_date > $1::date group by product_id
), total as materialized (
  select count(*) as rows from stock_pools s left join later l on l.product_id = s.product_id
  where s.quantity <> coalesce(l.quantity, 0) or s.value_pence <> coalesce(l.pence, 0)
), page as (
  select p.id, p.sku, p.name, p.unit_id, s.quantity - coalesce(l.quantity, 0) as quantity, s.value_pence - coalesce(l.pence, 0) as pence
  from products p join stock_pools s on s.product_id = p.id cross join lateral (
    select sum(m.quantity) as quantity, sum(m.value_pence)::bigint as pence from stock_movements m
    where m.product_id = p.id and m.business_date > $1::date) l
  where s.quantity <> coalesce(l.quantity, 0) or s.value_pence <> coalesce(l.pence, 0)
  order by p.name, p.id limit 10
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select p.id, p.sku, p.name, u.name as unit, trim_scale(p.quantity)::text as quantity,
      case when p.quantity > 0 then round(p.pence / p.quantity / 100, 4)::text end as average_cost, (p.pence * 0.01)::text as value
    from page p join units u on u.id = p.unit_id order by p.name, p.id) shown))::text as reply
from total
