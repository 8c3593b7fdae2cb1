-- What one unit costs is kept to six decimals of a pound (rule M3): £0.0312 a bag is real. The same figures as before, in pounds instead
-- of pence; amounts of lines and everything that was posted stay whole pence as they are.

alter table purchase_order_lines rename column unit_price_pence to unit_price;
alter table purchase_order_lines alter column unit_price type numeric(18, 6) using unit_price / 100.0;

alter table products rename column standard_cost_pence to standard_cost;
alter table products alter column standard_cost type numeric(18, 6) using standard_cost / 100.0;

alter table stock_count_lines rename column cost_each_pence to cost_each;
alter table stock_count_lines alter column cost_each type numeric(18, 6) using cost_each / 100.0;

-- Revisions that wait for approval show their lines as they were entered.
update purchase_order_waiting_revisions set lines = coalesce((
  select jsonb_agg(line || jsonb_build_object('unit_price', to_char((line ->> 'unit_price')::numeric / 100, 'FM999999999990.00')) order by place)
  from jsonb_array_elements(lines) with ordinality as waiting (line, place)), '[]');
