-- The list of sales and invoices, newest first, without a filter, the first page: $1 today.
--
-- Why nothing is faster: the index by date gives the order, so only the page is read, and its customers, sellers and open
-- balances are found by key. The total is the one that the product keeps (decision 118): counting a million rows could
-- only be slower, and the few sales undone with their import have an index of their own.
with page as (
  select * from sales where status <> 'undone' order by business_date desc, id desc limit 10
), total as materialized (
  select k.row_count + (select count(*) from sales where id > k.up_to_id)
    - (select count(*) from sales where status = 'undone') as rows
  from kept_row_counts k where k.table_name = 'sales'
), owed as materialized (
  select s.*, c.is_walk_in, u.name as seller_name, i.amount_pence as item_pence, i.due_on as item_due_on,
    coalesce(i.amount_pence - i.allocated_pence, 0) + coalesce((
      select sum(m.amount_pence - m.allocated_pence) from party_items m where m.origin_item_id = i.id and m.side = 'debit'), 0) as open
  from page s join customers c on c.id = s.customer_id join users u on u.id = s.sold_by
    left join party_items i on i.document_type = 'sale' and i.document_id = s.id and i.kind = 'invoice'
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select id, number, business_date, due_on, channel, status,
      case when open = 0 then 'paid' when item_due_on < $1::date then 'overdue' when open < item_pence then 'part_paid' else 'unpaid' end
        as payment_state,
      json_build_object('id', customer_id, 'name', customer_name, 'is_walk_in', is_walk_in) as customer, (net_pence * 0.01)::text as net,
      (vat_pence * 0.01)::text as vat, (gross_pence * 0.01)::text as gross, (refunded_pence * 0.01)::text as refunded,
      (open * 0.01)::text as outstanding, seller_name as sold_by,
      to_char(sold_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sold_at
    from owed order by owed.business_date desc, owed.id desc) shown))::text as reply
from total
