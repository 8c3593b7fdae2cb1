-- A posted stocktake is reversed by a stock adjustment, and once only (rules I8, A13). The stocktake itself stays as it was.
alter table stock_adjustments
  add column reverses_count_id bigint
    constraint stock_adjustments_reverse_a_stocktake_once unique references stock_counts on delete restrict,
  add constraint stock_adjustments_reverse_one_document check (reverses_id is null or reverses_count_id is null);

-- What the reversal of a stocktake takes out of stock is written off like what a correction takes out (rule P15), so it
-- counts towards the day. Its approval is one of a stocktake.
create or replace function unapproved_write_offs(of_user bigint, on_day date, before bigint) returns bigint
language sql stable as $$
  select coalesce(sum(written_off(a)), 0)::bigint from stock_adjustments a
  where a.posted_by = of_user and a.id < before and a.reverses_id is null and a.reason <> 'found'
    and a.posted_at >= on_day::timestamp at time zone 'Europe/London'
    and a.posted_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and not exists (select from stock_adjustments r where r.reverses_id = a.id)
    and not exists (select from document_approvals d where d.document_type = 'stock_adjustment' and d.document_id = a.id
      and d.kind in ('write_off', 'stock_adjustment', 'stock_count'))
    and not exists (select from sales_history_posted h where h.document_type = 'stock_adjustment' and h.document_id = a.id)
$$;

-- A reversal is compared with the limit of what it reverses: of a stocktake, with that of variances.
create or replace function ensure_adjustment_is_approved() returns trigger
language plpgsql as $$
declare
  is_write_off boolean := new.reason not in ('found', 'correction');
  of_count boolean := new.reverses_count_id is not null;
  most_adjusted bigint := case when of_count then approval_limit('stock_count_pence')
    when is_write_off then null else approval_limit('adjustment_pence') end;
  most_written_off bigint := case when is_write_off or new.reverses_id is null then approval_limit('write_off_pence') end;
  day date := (new.posted_at at time zone 'Europe/London')::date;
  worth bigint;
  taken bigint;
  earlier bigint := 0;
begin
  if (most_adjusted is null and most_written_off is null)
    or exists (select from sales_history_posted where document_type = 'stock_adjustment' and document_id = new.id) then
    return new;
  end if;
  worth := coalesce((select sum(abs(value_pence)) from stock_movements
    where document_type = 'stock_adjustment' and document_id = new.id), 0);
  if has_approval('stock_adjustment', new.id, case when of_count then 'stock_count' else 'stock_adjustment' end, worth)
    and not is_write_off then
    return new;
  end if;
  taken := written_off(new);
  if most_written_off is not null and taken > 0 and new.reverses_id is null then
    earlier := unapproved_write_offs(new.posted_by, day, new.id);
  end if;
  if worth <= coalesce(most_adjusted, worth)
    and (most_written_off is null or taken = 0 or taken + earlier <= most_written_off
      or has_approval('stock_adjustment', new.id, 'write_off', taken)) then
    return new;
  end if;
  raise exception 'stock adjustment % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'stock_adjustments_are_approved';
end $$;
