-- What is still to come of an order, in money, kept beside the counts of its lines: a report of all open orders needs no line.
-- Each line's part is rounded, as it is where the lines are shown.
alter table purchase_orders add column outstanding_pence bigint not null default 0;
update purchase_orders po set outstanding_pence = l.outstanding
from (
  select purchase_order_id, sum(round(gross_pence * (quantity - received) / quantity)) as outstanding
  from purchase_order_lines where not is_closed and received < quantity group by 1
) l
where l.purchase_order_id = po.id and l.outstanding <> 0;

create index purchase_orders_to_come on purchase_orders (status) include (outstanding_pence) where status in ('sent', 'received');

create or replace function follow_order_lines() returns trigger
language plpgsql as $$
begin
  execute format('
    update purchase_orders po set line_count = line_count + l.lines,
      outstanding_line_count = outstanding_line_count + l.outstanding,
      part_received_line_count = part_received_line_count + l.part_received,
      unbilled_line_count = unbilled_line_count + l.unbilled,
      outstanding_pence = outstanding_pence + l.to_come
    from (select purchase_order_id, sum(sign) as lines,
        coalesce(sum(sign) filter (where not is_closed and received < quantity), 0) as outstanding,
        coalesce(sum(sign) filter (where not is_closed and received > 0 and received < quantity), 0) as part_received,
        coalesce(sum(sign) filter (where received > billed), 0) as unbilled,
        coalesce(sum(sign * round(gross_pence * (quantity - received) / quantity))
          filter (where not is_closed and received < quantity), 0) as to_come
      from (%s) as changed group by 1) l
    where l.purchase_order_id = po.id and (l.lines, l.outstanding, l.part_received, l.unbilled, l.to_come) <> (0, 0, 0, 0, 0)',
    case tg_op
      when 'INSERT' then 'select *, 1 as sign from added'
      when 'DELETE' then 'select *, -1 as sign from removed'
      else 'select *, 1 as sign from added union all select *, -1 from removed'
    end);
  return null;
end $$;

-- What suppliers are owed together is asked whenever somebody looks at the dashboard: all orders and payments that count, in the
-- order of their suppliers, out of two narrow indexes.
create index purchase_orders_that_count on purchase_orders (supplier_id) include (status, total_pence, credited_pence)
  where status in ('sent', 'received', 'completed');
create index payments_that_count on payments (supplier_id) include (direction, amount_pence) where status = 'completed';
