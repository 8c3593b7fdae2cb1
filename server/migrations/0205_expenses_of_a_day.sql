-- The limit of expenses is compared with what one user submits in a day without anyone's approval (rule P15): five
-- expenses of £49 are an expense of £245. What was cancelled was not spent, unless its money stayed out.
create index expenses_approved_by_no_one on expenses (submitted_by, approved_at)
  where approved_by is null and approved_at is not null;

-- Of a user on one London day, besides this expense.
create function unapproved_expenses(of_user bigint, on_day date, besides bigint) returns bigint
language sql stable as $$
  select coalesce(sum(e.gross_pence), 0)::bigint from expenses e
  where e.submitted_by = of_user and e.id <> besides and e.approved_by is null
    and e.approved_at >= on_day::timestamp at time zone 'Europe/London'
    and e.approved_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and (e.status in ('approved', 'paid') or e.money_is_out)
    and not exists (select from document_approvals d where d.document_type = 'expense' and d.document_id = e.id)
$$;

create or replace function ensure_expense_is_approved() returns trigger
language plpgsql as $$
declare
  approval_limit bigint := coalesce((select (value ->> 'approval_limit_pence')::bigint from settings where key = 'expenses'), 0);
begin
  if exists (select from document_approvals
      where document_type = 'expense' and document_id = new.id and up_to_pence >= new.gross_pence) then
    return new;
  end if;
  -- Of two at once the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('unapproved expenses' || ' ' || new.submitted_by, 0));
  if new.gross_pence + unapproved_expenses(new.submitted_by, (new.approved_at at time zone 'Europe/London')::date, new.id)
      > approval_limit then
    raise exception 'expense % is above what was approved', new.number
      using errcode = 'integrity_constraint_violation', constraint = 'expenses_are_approved';
  end if;
  return new;
end $$;
