-- What was still kept of an employee after their erasure (rules K3, K4): why they were suspended or left, their name beside a
-- change of cashier, notes on their account, emails and drafts. The columns of the books stay as they were.
create function keep_employee_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (select from employees e where e.id = old.employee_id and e.erased_at is not null)
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;
drop trigger employee_steps_are_append_only on employee_steps;
create trigger employee_steps_are_append_only before update or delete on employee_steps
  for each row execute function keep_employee_step();

create function keep_till_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.kind = 'cashier_changed' and new.note is null and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'
    and exists (select from users u where u.id = old.recorded_by and u.erased_at is not null)
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;
drop trigger till_events_are_append_only on till_events;
create trigger till_events_are_append_only before update or delete on till_events
  for each row execute function keep_till_event();

-- Of those who were erased before.
update employee_steps s set reason = null from employees e
where e.id = s.employee_id and e.erased_at is not null and s.reason is not null;
update till_events t set note = null from users u
where u.id = t.recorded_by and u.erased_at is not null and t.kind = 'cashier_changed' and t.note is not null;
delete from record_notes n using users u where u.id = n.user_id and u.erased_at is not null;
delete from mail_drafts d using users u where u.id = d.user_id and u.erased_at is not null;
delete from emails m using users u where u.id = m.user_id and u.erased_at is not null and u.status = 'inactive';
delete from notifications n using users u
where u.erased_at is not null and n.kind in ('failed_sign_ins', 'own_failed_sign_ins', 'blocked_pin', 'own_blocked_pin')
  and u.id::text in (split_part(n.key, ' ', 1), case when n.kind in ('blocked_pin', 'own_blocked_pin') then split_part(n.key, ' ', 2) end);
