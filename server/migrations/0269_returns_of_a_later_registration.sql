-- A business that registers for VAT again owes no return for the time in between (decision 192).
alter table vat_returns add column begins_registration boolean not null default false;
comment on column vat_returns.begins_registration is 'days without registration come before it; set by the database';

create or replace function ensure_next_vat_return() returns trigger
language plpgsql as $$
declare
  last vat_returns;
begin
  perform pg_advisory_xact_lock(hashtext('books lock'));
  select * into last from vat_returns order by period_to desc limit 1;
  new.begins_registration := coalesce(new.period_from > last.period_to + 1
    and new.period_from = (select registered_from from vat_registration), false);
  if new.period_from <> last.period_to + 1 and not new.begins_registration then
    raise exception 'the return after % begins on the day after it, or with a later registration', last.period_to
      using errcode = 'integrity_constraint_violation', constraint = 'vat_returns_follow_one_another';
  end if;
  if new.last_entry_id <> (select coalesce(max(id), 0) from vat_entries) then
    raise exception 'a return takes every VAT record there is'
      using errcode = 'integrity_constraint_violation', constraint = 'vat_returns_leave_nothing_out';
  end if;
  return new;
end $$;
