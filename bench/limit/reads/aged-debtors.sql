-- Aged debtors at the end of a day, by name, the first page: $1 the day.
--
-- Why nothing is faster: only what is open counts. Items open today have a small index of their own; items that were
-- settled since the day are found through the allocations made since then, of which there are none for today and few for
-- any recent day. So neither the settled items of all years nor their allocations are read. The total and the page come
-- from one aggregation. Names are sorted for those who owe, which are fewer than all customers.
with later as materialized (
  select item_id, sum(amount_pence)::bigint as pence
  from allocations cross join lateral (values (debit_item_id), (credit_item_id)) as of (item_id)
  where business_date > $1::date group by item_id
), items as (
  select i.customer_id, i.side, i.due_on, i.business_date, i.amount_pence - i.allocated_pence + coalesce(l.pence, 0) as open
  from party_items i left join later l on l.item_id = i.id
  where i.customer_id is not null and i.allocated_pence < i.amount_pence and i.business_date <= $1::date
  union all
  select i.customer_id, i.side, i.due_on, i.business_date, l.pence
  from later l join party_items i on i.id = l.item_id
  where i.customer_id is not null and i.allocated_pence >= i.amount_pence and i.business_date <= $1::date
), aged as materialized (
  select customer_id as id, sum(open) filter (where side = 'debit' and days <= 0) as not_due,
    sum(open) filter (where side = 'debit' and days between 1 and 30) as days_30,
    sum(open) filter (where side = 'debit' and days between 31 and 60) as days_60,
    sum(open) filter (where side = 'debit' and days between 61 and 90) as days_90,
    sum(open) filter (where side = 'debit' and days > 90) as over_90, -sum(open) filter (where side = 'credit') as unallocated,
    sum(case side when 'debit' then open else -open end) as total
  from (select customer_id, side, open, $1::date - coalesce(due_on, business_date) as days from items where open <> 0) dated
  group by customer_id
), total as materialized (
  select count(*) as rows from aged
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select c.id, c.name, c.email, (coalesce(a.not_due, 0) * 0.01)::text as not_due, (coalesce(a.days_30, 0) * 0.01)::text as days_30,
      (coalesce(a.days_60, 0) * 0.01)::text as days_60, (coalesce(a.days_90, 0) * 0.01)::text as days_90,
      (coalesce(a.over_90, 0) * 0.01)::text as over_90, (coalesce(a.unallocated, 0) * 0.01)::text as unallocated,
      (a.total * 0.01)::text as total
    from aged a join customers c on c.id = a.id order by c.name, c.id limit 10) shown))::text as reply
from total
