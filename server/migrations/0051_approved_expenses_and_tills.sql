-- Expenses and till differences keep their approvals in document_approvals too; what is approved already keeps its name and day.

insert into document_approvals (document_type, document_id, revision, up_to_pence, approved_by, approved_at)
select 'expense', id, version, gross_pence, approved_by, approved_at from expenses
where approved_by is not null and approved_at is not null;

insert into document_approvals (document_type, document_id, revision, up_to_pence, approved_by, approved_at)
select 'till_session', id, version, abs(coalesce(counted_pence, 0) - coalesce(expected_pence, 0)), approved_by, approved_at from till_sessions
where approved_by is not null and approved_at is not null;

-- The last line of defence: an expense above the limit is not posted without an approval of its amount.
create function ensure_expense_is_approved() returns trigger
language plpgsql as $$
declare
  approval_limit bigint := coalesce((select (value ->> 'approval_limit_pence')::bigint from settings where key = 'expenses'), 0);
begin
  if new.gross_pence > approval_limit and not exists (
      select from document_approvals where document_type = 'expense' and document_id = new.id and up_to_pence >= new.gross_pence) then
    raise exception 'expense % is above what was approved', new.number
      using errcode = 'integrity_constraint_violation', constraint = 'expenses_are_approved';
  end if;
  return new;
end $$;
create trigger expenses_are_approved before update on expenses for each row
  when (old.status not in ('approved', 'paid') and new.status in ('approved', 'paid'))
  execute function ensure_expense_is_approved();

-- Nor is a till difference marked as approved without one; by whoever closed the till only where no second person could.
alter table till_sessions drop constraint till_sessions_are_approved_by_another;
create function ensure_till_difference_is_approved() returns trigger
language plpgsql as $$
begin
  if not exists (
      select from document_approvals where document_type = 'till_session' and document_id = new.id and approved_by = new.approved_by
        and (is_own or new.approved_by <> new.closed_by)
        and up_to_pence >= abs(coalesce(new.counted_pence, 0) - coalesce(new.expected_pence, 0))) then
    raise exception 'the difference of till session % is above what was approved', new.id
      using errcode = 'integrity_constraint_violation', constraint = 'till_differences_are_approved';
  end if;
  return new;
end $$;
create trigger till_differences_are_approved before update on till_sessions for each row
  when (old.approved_at is null and new.approved_at is not null)
  execute function ensure_till_difference_is_approved();
