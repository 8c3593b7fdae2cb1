-- The product list, searched by a part of the name, its first page: $1 the LIKE pattern in lower case, $2 today.
--
-- Why nothing is faster: the total needs every hit once, by the trigram index, and the same pass gives the ids and names
-- from which ten are sorted out, so no index is walked a second time. Hits carry two columns through the sort; stock,
-- names and prices are looked up by key for the ten rows of the page only. Rates are few, and are read once; rows whose
-- figures are used several times are kept, so that none is calculated twice. The page has ten rows by a constant, as the
-- product's pages do, so that one plan serves every request. PostgreSQL writes the reply's text, so that nothing is parsed
-- and encoded again on its way out.
with hits as materialized (
  select id, name from products where search_text like $1 and status <> 'archived'
), page as (
  select id, name from hits order by name, id limit 10
), total as materialized (
  select count(*) as rows from hits
), rates as materialized (
  select distinct on (code) code, rate_percent from vat_rates where valid_from <= $2::date order by code, valid_from desc
), rated as materialized (
  select p.*, g.name as category_name, sg.name as sub_category_name, b.name as brand_name, u.name as unit_name,
    s.quantity, s.value_pence, coalesce(r.rate_percent, 0) as rate,
    case when s.quantity > 0 then round(s.value_pence / s.quantity, 6) else coalesce(s.last_unit_cost, p.standard_cost * 100) end as cost,
    case when s.quantity > 0 then 'average' when s.last_unit_cost is not null then 'last' when p.standard_cost is not null then 'standard' end as cost_kind
  from page join products p using (id) join stock_pools s on s.product_id = p.id join units u on u.id = p.unit_id
    left join categories g on g.id = p.category_id left join sub_categories sg on sg.id = p.sub_category_id
    left join brands b on b.id = p.brand_id left join rates r on r.code = p.vat_code
), priced as materialized (
  select *,
    case when price_includes_vat then price_pence - round(price_pence * rate / (100 + rate)) else price_pence end as ex,
    case when price_includes_vat then price_pence else price_pence + round(price_pence * rate / 100) end as inc
  from rated
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select id, sku, name,
      case when category_id is not null then json_build_object('id', category_id, 'name', category_name) end as category,
      case when sub_category_id is not null then json_build_object('id', sub_category_id, 'name', sub_category_name) end as sub_category,
      case when brand_id is not null then json_build_object('id', brand_id, 'name', brand_name) end as brand,
      json_build_object('id', unit_id, 'name', unit_name) as unit, vat_code, (price_pence * 0.01)::text as price, price_includes_vat,
      (inc * 0.01)::text as price_inc_vat, (ex * 0.01)::text as price_ex_vat, trim_scale(quantity)::text as quantity,
      case when not is_stocked then 'not_stocked' when quantity < 0 then 'negative' when quantity = 0 then 'out'
        when quantity <= reorder_level then 'low' else 'in_stock' end as stock_state,
      trim_scale(reorder_level)::text as reorder_level, status, version,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
      round(cost / 100, 4)::text as average_cost, cost_kind, (value_pence * 0.01)::text as stock_value,
      case when ex <> 0 then round((ex - cost) * 100 / ex, 2)::text end as margin_percent
    from priced order by priced.name, priced.id) shown))::text as reply
from total
