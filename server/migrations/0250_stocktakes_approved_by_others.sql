-- Everyone who ever took part in a stocktake, by counting, clearing or valuing a line of it, whoever did so last: none of
-- them approves it (rule P15). Who started it is stored with it.
create table stock_count_counters (
  stock_count_id bigint not null references stock_counts on delete restrict,
  user_id bigint not null references users on delete restrict,
  primary key (stock_count_id, user_id)
);
create index stock_count_counters_by_user on stock_count_counters (user_id);
create trigger stock_count_counters_stay before update or delete on stock_count_counters
  for each row execute function refuse_change();
create trigger stock_count_counters_are_never_emptied before truncate on stock_count_counters
  for each statement execute function refuse_change();

-- Of those that can still be posted, or count towards today. The audit log knows who counted a line before the last one did.
with wanted as materialized (
  select id from stock_counts where status = 'counting' or ended_at > now() - interval '2 days'
)
insert into stock_count_counters (stock_count_id, user_id)
select l.stock_count_id, l.counted_by from stock_count_lines l
  where l.stock_count_id in (select id from wanted) and l.counted_by is not null
union
select a.record_id, a.actor_id from audit_log a join users u on u.id = a.actor_id
  where a.record_type = 'stock_count' and a.record_id in (select id from wanted)
    and (a.action = 'counted' or a.after::text like '%cost of %');

create function took_part_in_count(of_count bigint, of_user bigint) returns boolean
language sql stable as $$
  select exists (select from stock_count_counters where stock_count_id = of_count and user_id = of_user)
    or exists (select from stock_counts where id = of_count and started_by = of_user)
$$;

-- What was missing in other stocktakes that a user counted and posted on one London day, and no one else approved.
create function unapproved_count_losses(of_user bigint, on_day date, other_than bigint) returns bigint
language sql stable as $$
  select coalesce(sum(-m.value_pence), 0)::bigint
  from stock_counts c join stock_movements m on m.document_type = 'stock_count' and m.document_id = c.id and m.value_pence < 0
  where c.status = 'posted' and c.ended_by = of_user and c.id is distinct from other_than
    and c.ended_at >= on_day::timestamp at time zone 'Europe/London'
    and c.ended_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and took_part_in_count(c.id, of_user)
    and not exists (select from stock_adjustments a where a.reverses_count_id = c.id)
    and not exists (select from document_approvals d where d.document_type = 'stock_count' and d.document_id = c.id
      and d.kind = 'stock_count')
$$;
create index stock_counts_by_poster on stock_counts (ended_by, ended_at) where status = 'posted';

-- Stocktakes, where they have a limit, count as write-offs of their day. What was reversed counts as far as its value did not come back: of a
-- write-down, the share of goods that had gone.
create or replace function unapproved_write_offs(of_user bigint, on_day date, before bigint) returns bigint
language sql stable as $$
  select (coalesce(sum(greatest(written_off(a) - coalesce((
      select sum(m.value_pence) from stock_adjustments r
        join stock_movements m on m.document_type = 'stock_adjustment' and m.document_id = r.id and m.value_pence > 0
      where r.reverses_id = a.id), 0), 0)), 0) + case when approval_limit('stock_count_pence') is null then 0
      else unapproved_count_losses(of_user, on_day, null) end)::bigint
  from stock_adjustments a
  where a.posted_by = of_user and a.id < before and a.reverses_id is null and a.reason <> 'found'
    and a.posted_at >= on_day::timestamp at time zone 'Europe/London'
    and a.posted_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and not exists (select from document_approvals d where d.document_type = 'stock_adjustment' and d.document_id = a.id
      and d.kind in ('write_off', 'stock_adjustment', 'stock_count'))
    and not exists (select from sales_history_posted h where h.document_type = 'stock_adjustment' and h.document_id = a.id)
$$;

create or replace function ensure_count_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('stock_count_pence');
  day date := (new.ended_at at time zone 'Europe/London')::date;
  worth bigint;
  earlier bigint := 0;
begin
  if most is null then return new; end if;
  worth := coalesce((select sum(abs(value_pence)) from stock_movements
    where document_type = 'stock_count' and document_id = new.id), 0);
  if worth = 0 or exists (select from document_approvals a where a.document_type = 'stock_count' and a.document_id = new.id
      and a.kind = 'stock_count' and a.up_to_pence >= worth and (a.is_own or not took_part_in_count(new.id, a.approved_by))) then
    return new;
  end if;
  if took_part_in_count(new.id, new.ended_by) then earlier := unapproved_count_losses(new.ended_by, day, new.id); end if;
  if worth + earlier <= most then return new; end if;
  raise exception 'stock-take % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'stock_counts_are_approved';
end $$;
