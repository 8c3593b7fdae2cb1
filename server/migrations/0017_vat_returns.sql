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

-- ── VAT returns (rules V24, V25, D7) ────────────────────────────────────────────────────────────────────────

-- Which periods the firm makes its returns for: quarters that end in March, April or May (HMRC's stagger groups 1, 2
-- and 3) and every third month from there, or months.
create table vat_periods (
  only_row boolean primary key default true constraint vat_periods_is_one_row check (only_row),
  stagger text not null default 'group_1' constraint vat_periods_stagger_is_known
    check (stagger in ('group_1', 'group_2', 'group_3', 'monthly')),
  -- The first day of the first return that is made here; null when it follows from what is posted.
  first_day date,
  version integer not null default 1
);
insert into vat_periods default values;

create table vat_returns (
  id bigint generated always as identity primary key,
  period_from date not null,
  period_to date not null constraint vat_returns_are_made_once unique,
  -- The newest VAT record there was. A return has every record up to it with a tax point up to its last day that no
  -- earlier return has; records never change and their ids only rise, so this names them all, for good.
  last_entry_id bigint not null,
  entry_count bigint not null,
  box_1_pence bigint not null,
  box_2_pence bigint not null constraint vat_returns_acquire_nothing check (box_2_pence = 0),
  box_3_pence bigint not null,
  box_4_pence bigint not null,
  box_5_pence bigint not null,
  box_6_pence bigint not null,
  box_7_pence bigint not null,
  box_8_pence bigint not null constraint vat_returns_supply_nothing_abroad check (box_8_pence = 0),
  box_9_pence bigint not null constraint vat_returns_buy_nothing_abroad check (box_9_pence = 0),
  -- None when there was no VAT at all.
  journal_id bigint constraint vat_returns_journal_exists references journals on delete restrict,
  -- What HMRC answered, such as the number of its receipt.
  reference text,
  filed_by bigint not null references users on delete restrict,
  filed_at timestamptz not null,
  constraint vat_returns_days_are_in_order check (period_from <= period_to),
  constraint vat_returns_are_filed_afterwards check (period_to < (filed_at at time zone 'Europe/London')::date),
  constraint vat_returns_add_up check (box_3_pence = box_1_pence + box_2_pence and box_5_pence = abs(box_3_pence - box_4_pence)),
  constraint vat_returns_drop_pence check (box_6_pence % 100 = 0 and box_7_pence % 100 = 0)
);
create unique index vat_returns_by_first_day on vat_returns (period_from);
create trigger vat_returns_are_append_only before update or delete on vat_returns
  for each row execute function refuse_change();
create trigger vat_returns_are_never_emptied before truncate on vat_returns
  for each statement execute function refuse_change();
create trigger vat_entries_are_never_emptied before truncate on vat_entries
  for each statement execute function refuse_change();

-- Filing holds the lock of the books alone: nothing is being posted, so no record can appear below the newest one.
create function ensure_next_vat_return() returns trigger
language plpgsql as $$
declare
  last vat_returns;
begin
  perform pg_advisory_xact_lock(hashtext('books lock'));
  select * into last from vat_returns order by period_to desc limit 1;
  if new.period_from <> last.period_to + 1 then
    raise exception 'the return after % begins on the day after it', last.period_to
      using errcode = 'integrity_constraint_violation', constraint = 'vat_returns_follow_one_another';
  end if;
  if new.last_entry_id <> (select coalesce(max(id), 0) from vat_entries) then
    raise exception 'a return takes every VAT record there is'
      using errcode = 'integrity_constraint_violation', constraint = 'vat_returns_leave_nothing_out';
  end if;
  return new;
end $$;
create trigger vat_returns_follow_one_another before insert on vat_returns
  for each row execute function ensure_next_vat_return();

-- A record of a filed period goes to the next return, as an adjustment (rule V25). There are few, so they are marked.
alter table vat_entries add column is_late boolean not null default false;
create function mark_late_vat_entry() returns trigger
language plpgsql as $$
begin
  new.is_late := coalesce(new.tax_point <= (select max(period_to) from vat_returns), false);
  return new;
end $$;
create trigger vat_entries_are_marked_when_late before insert on vat_entries
  for each row execute function mark_late_vat_entry();
create index vat_entries_that_are_late on vat_entries (id) where is_late;
-- The sums of a period are read from this index alone, and its pages in order.
create index vat_entries_by_day on vat_entries (tax_point, id) include (direction, vat_code, net_pence, vat_pence);
drop index vat_entries_by_tax_point;

-- A filed period is locked as the days up to the lock date are (rule D7).
create or replace function ensure_open_day() returns trigger
language plpgsql as $$
declare
  locked date;
begin
  perform pg_advisory_xact_lock_shared(hashtext('books lock'));
  select locked_through into locked from books_lock;
  if new.business_date <= locked then
    raise exception 'the books are locked through %', locked
      using errcode = 'integrity_constraint_violation', constraint = 'books_are_locked';
  end if;
  if exists (select from vat_returns where new.business_date between period_from and period_to) then
    raise exception 'the VAT return of % is filed', new.business_date
      using errcode = 'integrity_constraint_violation', constraint = 'vat_period_is_filed';
  end if;
  return new;
end $$;
