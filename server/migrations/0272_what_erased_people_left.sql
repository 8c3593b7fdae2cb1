-- An attempt to sign in or register that finds no account is recorded under what the caller entered, which may be the former
-- address or the name of someone who is erased (F106). It has no number of a user, so such a caller becomes "Erased user".
create or replace function keep_audit_entry() returns trigger language plpgsql as $$
declare
  erasable constant text[] := array['record_name', 'before', 'after', 'subject_salt', 'erased_at', 'actor', 'address',
    'actor_salt', 'actor_erased_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - erasable = to_jsonb(old) - erasable
    and ((new.record_name, new.before, new.after, new.subject_salt, new.erased_at)
        is not distinct from (old.record_name, old.before, old.after, old.subject_salt, old.erased_at)
      or old.erased_at is null and new.erased_at is not null
        and num_nonnulls(new.record_name, new.before, new.after, new.subject_salt) = 0)
    and ((new.actor, new.address, new.actor_salt, new.actor_erased_at)
        is not distinct from (old.actor, old.address, old.actor_salt, old.actor_erased_at)
      or old.actor_erased_at is null and new.actor_erased_at is not null
        and new.actor = case when old.actor_id is null then 'Erased user' else 'Erased user ' || old.actor_id end
        and num_nonnulls(new.address, new.actor_salt) = 0)
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;

-- Why an email of a stopped bulk email was not sent named the user who stopped it. The audit log has it.
update bulk_email_rows set reason = 'Stopped before it was sent.' where reason like 'Stopped by % before it was sent.';

-- Why hours of people who have been erased already were corrected (rule K3). The hours, and that they were corrected, stay.
update time_entries t set correction_reason = 'Erased'
from employees e where e.id = t.employee_id and e.erased_at is not null and t.correction_reason is not null;
