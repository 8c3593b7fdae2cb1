-- What the audit log said about an erased person is empty, and is accepted as such because their record says that they were
-- erased. So the record stays, and so do records merged into one that may be erased with them.
create or replace function keep_customers_in_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.is_walk_in then
      raise exception 'the walk-in customer stays' using errcode = 'integrity_constraint_violation', constraint = 'customers_walk_in_stays';
    end if;
    if old.erased_at is not null then
      raise exception 'an erased customer stays' using errcode = 'integrity_constraint_violation', constraint = 'customers_erased_are_kept';
    end if;
    if old.merged_into_id is not null then
      raise exception 'a merged customer stays' using errcode = 'integrity_constraint_violation', constraint = 'customers_merged_are_kept';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if new.is_walk_in <> old.is_walk_in then
      raise exception 'the walk-in customer stays' using errcode = 'integrity_constraint_violation', constraint = 'customers_walk_in_stays';
    end if;
    if old.erased_at is not null and (new.erased_at is null or new.name <> old.name) then
      raise exception 'what is erased stays erased' using errcode = 'integrity_constraint_violation', constraint = 'customers_stay_erased';
    end if;
    if old.merged_into_id is not null and new.merged_into_id is null then
      raise exception 'what is merged stays merged' using errcode = 'integrity_constraint_violation', constraint = 'customers_stay_merged';
    end if;
  end if;
  if new.merged_into_id is not null
    and exists (select from customers c where c.id = new.merged_into_id and (c.merged_into_id is not null or c.is_walk_in)) then
    raise exception 'merged into one that is merged itself, or the walk-in' using errcode = 'integrity_constraint_violation', constraint = 'customers_merge_into_one_that_stays';
  end if;
  return new;
end $$;

-- An erased account is not opened again, nor does it get another name. A trigger and not a check: earlier versions allowed both,
-- and such an account must still be able to sign out, or be closed.
create function keep_erased_account() returns trigger language plpgsql as $$
begin
  if old.erased_at is null then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    raise exception 'an erased account stays' using errcode = 'integrity_constraint_violation', constraint = 'users_erased_are_kept';
  end if;
  if new.erased_at is null or new.name <> old.name or new.email <> old.email or new.status = 'active' and old.status <> 'active' then
    raise exception 'an erased account stays erased' using errcode = 'integrity_constraint_violation', constraint = 'users_stay_erased';
  end if;
  return new;
end $$;
create trigger users_stay_erased before update of erased_at, name, email, status or delete on users
  for each row execute function keep_erased_account();
