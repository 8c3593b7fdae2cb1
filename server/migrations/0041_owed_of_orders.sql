-- What is owed of an order: what its posted bills come to, and at order prices what of it is received or still to come and not
-- billed (rule P4). Kept beside the total, as its other sums are, so that lists and dashboards read no line and no bill.
alter table purchase_orders
  add column billed_pence bigint not null default 0,
  -- What the billed part of its lines comes to at order prices.
  add column billed_at_order_pence bigint not null default 0;

update purchase_orders po set billed_pence = b.gross
from (select purchase_order_id, sum(gross_pence) as gross from supplier_bills
  where kind = 'goods' and reversed_at is null and purchase_order_id is not null group by 1) b
where b.purchase_order_id = po.id and b.gross <> 0;

-- Of a line's gross, the part of what is billed: all of it when all is, else its share.
create function billed_at_order(gross bigint, ordered numeric, received numeric, billed numeric, is_closed boolean) returns bigint
language sql immutable as $$
  select case when billed <= 0 then 0
    else gross - round(gross * greatest(0, effective - billed) / nullif(effective, 0))::bigint end
  from (select case when is_closed or received > ordered then received else ordered end as effective) line
$$;

update purchase_orders po set billed_at_order_pence = l.billed
from (select purchase_order_id, sum(billed_at_order(gross_pence, quantity, received, billed, is_closed)) as billed
  from purchase_order_lines where billed > 0 group by 1) l
where l.purchase_order_id = po.id and l.billed <> 0;

alter table purchase_orders
  add column owed_pence bigint not null generated always as (total_pence + billed_pence - billed_at_order_pence) stored;

-- A dearer bill may be credited in full, which is more than was ordered.
alter table purchase_orders drop constraint purchase_orders_credit_is_within_total;
alter table purchase_orders add constraint purchase_orders_credit_is_not_negative check (credited_pence >= 0);

create or replace function follow_order_lines() returns trigger
language plpgsql as $$
begin
  execute format('
    update purchase_orders po set line_count = line_count + l.lines,
      outstanding_line_count = outstanding_line_count + l.outstanding,
      part_received_line_count = part_received_line_count + l.part_received,
      unbilled_line_count = unbilled_line_count + l.unbilled,
      outstanding_pence = outstanding_pence + l.to_come,
      billed_at_order_pence = billed_at_order_pence + l.billed
    from (select purchase_order_id, sum(sign) as lines,
        coalesce(sum(sign) filter (where not is_closed and received < quantity), 0) as outstanding,
        coalesce(sum(sign) filter (where not is_closed and received > 0 and received < quantity), 0) as part_received,
        coalesce(sum(sign) filter (where received > billed), 0) as unbilled,
        coalesce(sum(sign * round(gross_pence * (quantity - received) / quantity))
          filter (where not is_closed and received < quantity), 0) as to_come,
        sum(sign * billed_at_order(gross_pence, quantity, received, billed, is_closed)) as billed
      from (%s) as changed group by 1) l
    where l.purchase_order_id = po.id
      and (l.lines, l.outstanding, l.part_received, l.unbilled, l.to_come, l.billed) <> (0, 0, 0, 0, 0, 0)',
    case tg_op
      when 'INSERT' then 'select *, 1 as sign from added'
      when 'DELETE' then 'select *, -1 as sign from removed'
      else 'select *, 1 as sign from added union all select *, -1 from removed'
    end);
  return null;
end $$;

create function follow_order_bills() returns trigger
language plpgsql as $$
begin
  update purchase_orders set billed_pence = billed_pence
      + case when new.reversed_at is null then new.gross_pence else 0 end
      - case when tg_op = 'INSERT' then 0 when old.reversed_at is null then old.gross_pence else 0 end
    where id = new.purchase_order_id;
  return null;
end $$;
create trigger purchase_orders_sum_new_bills after insert on supplier_bills
  for each row when (new.kind = 'goods' and new.purchase_order_id is not null) execute function follow_order_bills();
create trigger purchase_orders_sum_reversed_bills after update of reversed_at, gross_pence on supplier_bills
  for each row when (new.kind = 'goods' and new.purchase_order_id is not null) execute function follow_order_bills();

-- The figures of suppliers and of the dashboard, from the index alone.
drop index purchase_orders_by_supplier;
create index purchase_orders_by_supplier on purchase_orders (supplier_id, order_date desc, id desc)
  include (status, owed_pence, credited_pence);
drop index purchase_orders_that_count;
create index purchase_orders_that_count on purchase_orders (supplier_id) include (status, owed_pence, credited_pence)
  where status in ('sent', 'received', 'completed');
