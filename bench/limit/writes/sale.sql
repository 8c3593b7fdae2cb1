-- A sale at list prices that include VAT, to the walk-in customer, paid by card, each product once: $1 the till's id of the
-- sale, $2 the hash of what was sent, $3 the products, $4 their quantities, $5 the day, $6 now, $7 and $8 the user's id and
-- name, $9 the address and $10 the id of the request.
--
-- Why nothing is faster: it is one statement, so one round trip and no transaction around it. Everything is read by key and
-- once: the products with their stock, which is locked in order of id, and the few rows of settings. Nothing is passed to
-- the server and back. A product with a promotion or a quantity break sells nothing here, which costs the same look-up
-- as finding its price. The number is taken once the stock is locked, and the log's head, behind which all writers take
-- turns, last: parts that no other part reads run in the end, the last one first, so the entry of the log stands before
-- them. A sale sent twice is refused by the unique till's id instead of being looked for first.
with asked as materialized (
  select product_id, quantity, line_number::integer from unnest($3::bigint[], $4::numeric[]) with ordinality as of (product_id, quantity, line_number)
), pools as materialized (
  select s.product_id, s.quantity, s.value_pence, s.last_unit_cost, s.shortfall
  from stock_pools s where s.product_id = any($3::bigint[]) order by s.product_id for update
), registration as materialized (
  select is_registered and coalesce(registered_from <= $5::date, true) and coalesce($5::date <= registered_until, true) as is_registered,
    vat_number from vat_registration
), rates as materialized (
  select distinct on (code) code, rate_percent from vat_rates where valid_from <= $5::date order by code, valid_from desc
), deals as materialized (
  select from promotions m where m.ends_on >= $5::date and m.starts_on <= $5::date and m.status = 'active' and m.applies_to in ('everything', 'groups')
  union all
  select from promotion_products c join promotions m on m.id = c.promotion_id
  where c.product_id = any($3::bigint[]) and m.status = 'active' and $5::date between m.starts_on and m.ends_on
  union all
  select from products p join promotion_categories c on c.category_id = p.category_id join promotions m on m.id = c.promotion_id
  where p.id = any($3::bigint[]) and m.status = 'active' and $5::date between m.starts_on and m.ends_on
), lines as materialized (
  select a.line_number, p.id as product_id, p.sku, p.name, u.name as unit, a.quantity, p.price_pence, p.is_stocked, p.vat_code,
    coalesce(r.rate_percent, 0) as rate, line.pence as gross, round(line.pence * coalesce(r.rate_percent, 0) / (100 + coalesce(r.rate_percent, 0)))::bigint as vat,
    s.quantity as held, s.value_pence as held_pence, s.last_unit_cost, s.shortfall,
    case when not p.is_stocked then 0 when a.quantity = s.quantity then s.value_pence
      else round(s.value_pence * a.quantity / s.quantity)::bigint end as cost
  from asked a join products p on p.id = a.product_id join units u on u.id = p.unit_id join pools s on s.product_id = p.id
    cross join registration left join rates r on r.code = p.vat_code cross join lateral (select round(p.price_pence * a.quantity)::bigint as pence) line
  where p.status = 'active' and p.price_includes_vat and is_registered
    and not exists (select from deals) and not exists (select from quantity_breaks b where b.product_id = p.id and b.price_group_id is null
      and b.from_quantity <= a.quantity)
), sums as materialized (
  select count(*)::integer as lines, sum(gross)::bigint as gross, sum(vat)::bigint as vat, sum(gross - vat)::bigint as net,
    sum(cost)::bigint as cost, sum(quantity) as units from lines
), rated as materialized (
  select vat_code, rate, min(line_number) as place, sum(gross - vat)::bigint as net, sum(vat)::bigint as vat from lines group by vat_code, rate
), company as materialized (
  select jsonb_build_object(
    'name', coalesce(c.value ->> 'trading_name', nullif(c.value ->> 'name', ''), 'Company name not entered'),
    'lines', (select coalesce(jsonb_agg(line order by place, part), '[]') from (
      select 1 as place, 1 as part, case when c.value ->> 'trading_name' is not null then c.value ->> 'name' end as line
      union all select 2, part, line from string_to_table(c.value ->> 'address', E'\n') with ordinality as of (line, part)
      union all select 3, 1, c.value ->> 'phone' union all select 4, 1, c.value ->> 'email' union all select 5, 1, c.value ->> 'website'
      union all select 6, 1, 'Company number ' || (c.value ->> 'company_number')
      union all select 7, 1, 'Registered office: ' || replace(c.value ->> 'registered_office', E'\n', ', ')) heading where trim(line) <> ''),
    'vat_number', case when r.is_registered then r.vat_number end) as seller
  from registration r left join settings c on c.key = 'company'
), card as materialized (
  select (select value -> 'credit_card' ->> 'account' from settings where key = 'payment_methods') as account_code
), numbered as (
  insert into number_series as n (series, last_number)
  select 'INV', 1 where (select lines from sums) = cardinality($3::bigint[])
  on conflict (series) do update set last_number = n.last_number + 1
  returning coalesce(prefix, 'INV-') || lpad(last_number::text, greatest(5, length(last_number::text)), '0') as number
), sale as (
  insert into sales (number, client_id, client_hash, channel, customer_id, customer_name, customer_address, customer_vat_number, seller,
    price_mode, business_date, tax_point, due_on, line_count, units, cost_pence, net_pence, vat_pence, gross_pence, sold_by, sold_at, recorded_at)
  select n.number, $1::uuid, $2, 'till', c.id, c.name, nullif(concat_ws(E'\n', c.billing_address, c.billing_postcode), ''), c.vat_number,
    f.seller, 'inclusive', $5::date, $5::date, $5::date, s.lines, s.units, s.cost, s.net, s.vat, s.gross, $7::bigint, $6::timestamptz, $6::timestamptz
  from numbered n cross join sums s cross join company f join customers c on c.is_walk_in
  returning id, number, customer_name
), journal as (
  insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
  select $5::date, 'sale', 'Sale to ' || customer_name, 'sale', id, number, $7::bigint, $6::timestamptz from sale
  returning id
), logged as (
  insert into audit_log (at, actor_id, actor, action, record_type, record_id, record_name, after, address, request_id)
  select $6::timestamptz, $7::bigint, $8, 'sold', 'sale', sale.id, sale.number, jsonb_build_object('customer', sale.customer_name,
    'gross_pence', s.gross, 'lines', s.lines, 'tenders', jsonb_build_array('credit_card £' || to_char(s.gross * 0.01, 'FM999,999,999,990.00')),
    'on_account_pence', 0), $9, $10
  from sale cross join sums s
), pooled as (
  update stock_pools s set quantity = l.held - l.quantity, value_pence = l.held_pence - l.cost,
    last_unit_cost = case when l.held > l.quantity then round((l.held_pence - l.cost) / (l.held - l.quantity), 6) else l.last_unit_cost end,
    shortfall = least(l.shortfall, greatest(0, l.quantity - l.held))
  from lines l where s.product_id = l.product_id and l.is_stocked
), moved as (
  insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, unit_cost_before, document_type,
    document_id, document_number, document_line, business_date, posted_by, posted_at)
  select l.product_id, 'sale', -l.quantity, -l.cost, l.held - l.quantity, l.held_pence - l.cost, l.last_unit_cost, 'sale', sale.id, sale.number,
    l.line_number, $5::date, $7::bigint, $6::timestamptz
  from sale cross join lines l where l.is_stocked order by l.line_number
), sold as (
  insert into sale_lines (sale_id, line_number, product_id, sku, description, unit, quantity, list_price_pence, unit_price_pence, amount_pence,
    vat_code, vat_rate, net_pence, vat_pence, gross_pence, cost_pence, is_stock)
  select sale.id, l.line_number, l.product_id, l.sku, l.name, l.unit, l.quantity, l.price_pence, l.price_pence, l.gross, l.vat_code, l.rate,
    l.gross - l.vat, l.vat, l.gross, l.cost, l.is_stocked
  from sale cross join lines l
), paid as (
  insert into sale_tenders (sale_id, line_number, method, tendered_pence, applied_pence, account_code)
  select sale.id, 1, 'credit_card', s.gross, s.gross, card.account_code from sale cross join sums s cross join card
), posted as (
  insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, vat_code)
  select journal.id, row_number() over (order by e.block, e.place), $5::date, e.account, e.debit, e.credit, e.vat_code
  from journal cross join (
    select 1 as block, 0 as place, coalesce(card.account_code, '1030') as account, s.gross as debit, 0::bigint as credit, null as vat_code
    from sums s cross join card
    union all select 2, place, '4000', 0, net, vat_code from rated
    union all select 3, place, '2200', 0, vat, vat_code from rated
    union all select 4, 0, '5000', cost, 0, null from sums
    union all select 5, 0, '1200', 0, cost, null from sums) e
  where e.debit <> 0 or e.credit <> 0
), taxed as (
  insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
  select journal.id, 'output', $5::date, r.vat_code, r.rate, r.net, r.vat from journal cross join rated r order by r.place
)
select id, number from sale
