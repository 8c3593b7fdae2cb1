-- Credit that a customer had before these books is spent like any other, so above the limit it is approved like any other
-- (rule P15). What is posted already stays as it is.

alter table document_approvals
  drop constraint document_approvals_type_is_known,
  add constraint document_approvals_type_is_known check (document_type in
    ('purchase_order', 'expense', 'till_session', 'stock_adjustment', 'stock_count', 'write_off', 'sale', 'credit_note', 'quote',
      'wallet_adjustment', 'till_cash', 'opening_invoice'));

-- Of a customer on one day, before this document: its own type counts up to it, the other type as a whole, because the
-- customer's ledger is locked meanwhile. What was reversed lets no one off.
drop function unapproved_credits(bigint, date, bigint);
create function unapproved_credits(of_customer bigint, on_day date, of_type text, before bigint) returns bigint
language sql stable as $$
  select coalesce(sum(pence), 0)::bigint from (
    select w.amount_pence
      - coalesce((select sum(r.amount_pence) from wallet_adjustments r where r.reverses_id = w.id), 0) as pence
    from wallet_adjustments w
    where w.customer_id = of_customer and w.kind in ('credit', 'write_off')
      and (of_type <> 'wallet_adjustment' or w.id < before)
      and (w.posted_at at time zone 'Europe/London')::date = on_day
      and not exists (select from document_approvals a where a.document_type = 'wallet_adjustment' and a.document_id = w.id
        and a.kind = 'customer_credit')
    union all
    select o.amount_pence from opening_invoices o
    where o.customer_id = of_customer and o.kind = 'credit' and o.reversed_at is null
      and (of_type <> 'opening_invoice' or o.id < before)
      and (o.posted_at at time zone 'Europe/London')::date = on_day
      and not exists (select from document_approvals a where a.document_type = 'opening_invoice' and a.document_id = o.id
        and a.kind = 'customer_credit')
  ) as unapproved
$$;

-- The argument is the type of the table's documents.
create or replace function ensure_customer_credit_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('write_off_pence');
  day date := (new.posted_at at time zone 'Europe/London')::date;
begin
  if most is null or new.amount_pence + unapproved_credits(new.customer_id, day, tg_argv[0], new.id) <= most
    or has_approval(tg_argv[0], new.id, 'customer_credit', new.amount_pence) then
    return new;
  end if;
  raise exception '% % is above what was approved', tg_argv[0], new.number
    using errcode = 'integrity_constraint_violation', constraint = 'customer_credits_are_approved';
end $$;
drop trigger customer_credits_are_approved on wallet_adjustments;
create constraint trigger customer_credits_are_approved after insert on wallet_adjustments deferrable initially deferred
  for each row when (new.kind in ('credit', 'write_off')) execute function ensure_customer_credit_is_approved('wallet_adjustment');
create constraint trigger customer_credits_are_approved after insert on opening_invoices deferrable initially deferred
  for each row when (new.kind = 'credit' and new.customer_id is not null)
  execute function ensure_customer_credit_is_approved('opening_invoice');
