-- What was paid of an expense that is cancelled, and has not come back: whoever has it owes it to the firm. Cancelled
-- expenses of before took their payment back with them.
alter table expenses add column money_is_out boolean not null default false,
  add constraint expenses_money_is_out_only_of_cancelled check (not money_is_out or status = 'cancelled');

-- Of an expense in the books its payment and its cancellation are added, and of a cancelled one that the money came back.
create or replace function keep_posted_expense() returns trigger
language plpgsql as $$
declare
  -- What is generated is not there yet before a row is written.
  later constant text[] := array['search_text', 'status', 'version', 'updated_at', 'payment_method', 'session_id', 'payment_reference',
    'paid_by', 'paid_at', 'paid_on', 'cancelled_by', 'cancelled_at', 'cancel_reason', 'money_is_out'];
  back constant text[] := array['search_text', 'version', 'updated_at', 'money_is_out'];
begin
  if tg_op = 'DELETE' then
    if old.number is null then
      return old;
    end if;
  elsif old.status not in ('approved', 'paid', 'cancelled') then
    return new;
  elsif (old.status, new.status) in (('approved', 'paid'), ('approved', 'cancelled'), ('paid', 'cancelled'))
      and to_jsonb(new) - later = to_jsonb(old) - later then
    return new;
  elsif old.money_is_out and not new.money_is_out and to_jsonb(new) - back = to_jsonb(old) - back then
    return new;
  end if;
  raise exception 'an expense that is posted or has a number stays as it is'
    using errcode = 'integrity_constraint_violation', constraint = 'expenses_stay_as_posted';
end $$;
