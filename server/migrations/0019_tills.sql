-- Tills: what counting, late sessions, cashiers and held baskets keep beside the tables of selling.

alter table till_sessions
  -- Who counts, while nothing is sold.
  add column counting_by bigint references users on delete restrict,
  add column times_counted integer not null default 0,
  -- What stays in the drawer as the next float; on the books all of it goes to the safe and comes back with the float.
  add column left_pence bigint,
  -- Whether the difference was above the limit when the session was closed: then somebody else approves it.
  add column needs_approval boolean not null default false,
  add constraint till_sessions_leave_what_was_counted check (left_pence between 0 and counted_pence);
create index till_sessions_that_wait_for_approval on till_sessions (opened_at desc, id)
  where needs_approval and approved_at is null;

-- A yes is given once and spent once: nobody changes what it was for.
create function keep_approval() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.used_at is null and to_jsonb(new) - 'used_at' = to_jsonb(old) - 'used_at' then
    return new;
  end if;
  raise exception 'an approval is spent once' using errcode = 'integrity_constraint_violation', constraint = 'approvals_are_spent_once';
end $$;
create trigger approvals_are_spent_once before update or delete on approvals for each row execute function keep_approval();

-- A cashier's session stands on that of the device: it sells and nothing else, and ends with it.
alter table sessions
  add column parent_id bigint references sessions on delete cascade,
  add constraint sessions_stand_on_another check (parent_id <> id);
create index sessions_by_parent on sessions (parent_id) where parent_id is not null;

alter table held_baskets
  add column ended_by bigint references users on delete restrict,
  add column ended_at timestamptz,
  add column void_reason text,
  add constraint held_baskets_are_voided_for_a_reason check (status <> 'voided' or void_reason is not null);
