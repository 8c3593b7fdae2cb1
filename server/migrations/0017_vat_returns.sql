-- How many lines of each order are ordered, to come, part received and not billed, kept with the order so that the
-- list of purchased items need not count a million of them; then the VAT returns.

-- ── The lines of an order, counted ──────────────────────────────────────────────────────────────────────────

alter table purchase_orders
  add column line_count integer not null default 0,
  add column outstanding_line_count integer not null default 0,
  add column part_received_line_count integer not null default 0,
  add column unbilled_line_count integer not null default 0;

update purchase_orders po set line_count = l.lines, outstanding_line_count = l.outstanding,
  part_received_line_count = l.part_received, unbilled_line_count = l.unbilled
from (select purchase_order_id, count(*) as lines,
    count(*) filter (where not is_closed and received < quantity) as outstanding,
    count(*) filter (where not is_closed and received > 0 and received < quantity) as part_received,
    count(*) filter (where received > billed) as unbilled
  from purchase_order_lines group by 1) l
where l.purchase_order_id = po.id;

-- Added up whole from an index, without touching the orders themselves.
create index purchase_orders_by_line_counts on purchase_orders (status)
  include (supplier_id, expected_delivery_date, line_count, outstanding_line_count, part_received_line_count, unbilled_line_count);

-- The counts follow their lines by the difference that each statement makes, so that no writer loses another's.
create function follow_order_lines() returns trigger
language plpgsql as $$
begin
  execute format('
    update purchase_orders po set line_count = line_count + l.lines,
      outstanding_line_count = outstanding_line_count + l.outstanding,
      part_received_line_count = part_received_line_count + l.part_received,
      unbilled_line_count = unbilled_line_count + l.unbilled
    from (select purchase_order_id, sum(sign) as lines,
        coalesce(sum(sign) filter (where not is_closed and received < quantity), 0) as outstanding,
        coalesce(sum(sign) filter (where not is_closed and received > 0 and received < quantity), 0) as part_received,
        coalesce(sum(sign) filter (where received > billed), 0) as unbilled
      from (%s) as changed group by 1) l
    where l.purchase_order_id = po.id and (l.lines, l.outstanding, l.part_received, l.unbilled) <> (0, 0, 0, 0)',
    case tg_op
      when 'INSERT' then 'select *, 1 as sign from added'
      when 'DELETE' then 'select *, -1 as sign from removed'
      else 'select *, 1 as sign from added union all select *, -1 from removed'
    end);
  return null;
end $$;
create trigger purchase_orders_count_added_lines after insert on purchase_order_lines
  referencing new table as added for each statement execute function follow_order_lines();
create trigger purchase_orders_count_changed_lines after update on purchase_order_lines
  referencing new table as added old table as removed for each statement execute function follow_order_lines();
create trigger purchase_orders_count_removed_lines after delete on purchase_order_lines
  referencing old table as removed for each statement execute function follow_order_lines();
