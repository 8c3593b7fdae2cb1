-- Cash paid out of tills needs approval above a limit (rules P15, T1): the sum that one user paid out in a day and no one
-- approved, at whatever tills. Whoever may pay out cash above the limit needs none.

alter table selling_settings
  -- What one user may pay out of tills in a day without approval. Null: any amount.
  add column paid_out_limit_pence bigint default 5000
    constraint selling_settings_paid_out_is_not_negative check (paid_out_limit_pence >= 0);
-- Tills that are in use already go on as before, until their business sets a limit.
update selling_settings set paid_out_limit_pence = null where exists (select from till_sessions);

-- Whoever approves what is missing from a drawer has answered for its cash.
insert into role_permissions (role_id, permission)
select role_id, 'pay_out_cash' from role_permissions where permission = 'approve_variance'
on conflict do nothing;
update api_tokens set permissions = permissions || 'pay_out_cash'::text
where 'approve_variance' = any (permissions) and not 'pay_out_cash' = any (permissions);

alter table approvals
  drop constraint approvals_kind_is_known,
  add constraint approvals_kind_is_known check (kind in
    ('discount', 'price', 'credit', 'stock', 'refund', 'large_refund', 'void', 'customer_credit', 'stock_adjustment', 'write_off',
      'stock_count', 'paid_out'));

alter table document_approvals
  drop constraint document_approvals_type_is_known,
  add constraint document_approvals_type_is_known check (document_type in
    ('purchase_order', 'expense', 'till_session', 'stock_adjustment', 'stock_count', 'write_off', 'sale', 'credit_note', 'quote',
      'wallet_adjustment', 'till_cash'));

create index till_cash_paid_out_by_user on till_cash (recorded_by, recorded_at) where kind = 'paid_out';

-- An expense has its own approval. One that is paid after it was entered is paid by whoever may pay expenses.
create function is_approved_paid_out(movement till_cash) returns boolean
language sql stable as $$
  select case when movement.document_type = 'expense' then
    exists (select from document_approvals a where a.document_type = 'expense' and a.document_id = movement.document_id
      and a.up_to_pence >= -movement.amount_pence)
    or exists (select from expenses e where e.id = movement.document_id and e.settlement <> 'firm_paid')
  else has_approval('till_cash', movement.id, 'paid_out', -movement.amount_pence) end
$$;

-- Of a user on one London day, before this movement or so far.
create function unapproved_paid_out(of_user bigint, on_day date, before bigint default null) returns bigint
language sql stable as $$
  select coalesce(sum(-c.amount_pence), 0)::bigint from till_cash c
  where c.kind = 'paid_out' and c.recorded_by = of_user and (before is null or c.id < before)
    and c.recorded_at >= on_day::timestamp at time zone 'Europe/London'
    and c.recorded_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and not is_approved_paid_out(c)
$$;

create function holds_permission(of_user bigint, wanted text) returns boolean
language sql stable as $$
  select exists (select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = of_user and (r.is_system
      or exists (select from role_permissions p where p.role_id = r.id and p.permission = wanted)))
$$;

-- At the commit, when the approval is there too. The lock is the one that paying out takes first: of two at once the second
-- sees the first.
create function ensure_paid_out_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := (select paid_out_limit_pence from selling_settings);
  day date := (new.recorded_at at time zone 'Europe/London')::date;
begin
  if most is null or is_approved_paid_out(new) or holds_permission(new.recorded_by, 'pay_out_cash') then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cash paid out' || ' ' || new.recorded_by, 0));
  if unapproved_paid_out(new.recorded_by, day, new.id) - new.amount_pence <= most then
    return new;
  end if;
  raise exception 'cash movement % is above what was approved', new.id
    using errcode = 'integrity_constraint_violation', constraint = 'cash_paid_out_is_approved';
end $$;
create constraint trigger cash_paid_out_is_approved after insert on till_cash deferrable initially deferred
  for each row when (new.kind = 'paid_out' and new.amount_pence < 0) execute function ensure_paid_out_is_approved();
