-- A code used while the server's clock was far ahead would make every later code unusable until then.
create or replace function refuse_step_back() returns trigger
language plpgsql as $$
begin
  if new.sealed_secret = old.sealed_secret and new.last_step < old.last_step and old.last_step - new.last_step < 20 then
    raise exception 'a time step is taken once' using errcode = 'check_violation', constraint = 'two_factors_steps_go_forward';
  end if;
  return new;
end $$;
