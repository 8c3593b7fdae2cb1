-- The customer list by name with balances, without a filter, the first page: $1 today.
--
-- Why nothing is faster: the index by name holds exactly the customers in use, so it gives both the page in order and, by
-- an index-only scan, the total. Balances are summed from the open items of the page's customers, by the index of items
-- that customers owe. No table of balances would do: what is overdue depends on the day.
with page as (
  select * from customers where merged_into_id is null and erased_at is null order by name, id limit 10
), total as materialized (
  select count(*) as rows from customers where merged_into_id is null and erased_at is null
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select c.id, 'C-' || lpad(c.id::text, greatest(5, length(c.id::text)), '0') as number, c.name, c.kind, c.contact_person, c.email,
      c.phone, c.billing_address, c.billing_postcode, c.country, c.delivery_address, c.delivery_postcode, c.delivery_country,
      c.vat_number, c.tax_number,
      (select json_build_object('id', g.id, 'name', g.name) from price_groups g where g.id = c.price_group_id) as price_group,
      c.payment_terms_days, (c.credit_limit_pence * 0.01)::text as credit_limit, c.consent,
      to_char(c.consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as consent_at, c.consent_by, c.tags, c.notes, c.status,
      c.is_walk_in, null as merged_into, null as erased_at, c.erased_reason, c.version,
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
      (open_now.owed * 0.01)::text as owed, (open_now.overdue * 0.01)::text as overdue, (open_now.wallet * 0.01)::text as wallet
    from page c cross join lateral (
      select coalesce(sum(amount_pence - allocated_pence) filter (where side = 'debit'), 0) as owed,
        coalesce(sum(amount_pence - allocated_pence) filter (where side = 'debit' and coalesce(due_on, business_date) < $1::date), 0) as overdue,
        coalesce(sum(amount_pence - allocated_pence) filter (where side = 'credit'), 0) as wallet
      from party_items where allocated_pence < amount_pence and customer_id = c.id) open_now
    order by c.name, c.id) shown))::text as reply
from total
