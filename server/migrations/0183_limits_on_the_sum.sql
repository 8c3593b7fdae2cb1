-- The limits of refunds, write-offs and credits are compared with the sum of what no one approved (rule P15): ten refunds of
-- £90 of one sale are a refund of £900, and so are ten edits that each lower it by £90. What was approved, by a second
-- person or by whoever had to permit it, no longer counts.

-- What a credit note gives back: of an edit the larger of the reduction and the money paid out.
create function given_back(note credit_notes) returns bigint
language sql stable as $$
  select case when note.kind = 'edit' then greatest(
    note.gross_pence - coalesce((select sum(gross_pence) from sales where replaces_id = note.sale_id), 0),
    coalesce((select sum(amount_pence) from refund_tenders where credit_note_id = note.id and method <> 'exchange'), 0))::bigint
  else note.gross_pence end
$$;

-- Of a sale and of those it replaced, before this credit note or so far.
create function unapproved_refunds(of_sale bigint, before bigint default null) returns bigint
language sql stable as $$
  with recursive chain as (
    select id, replaces_id from sales where id = of_sale
    union all
    select s.id, s.replaces_id from chain join sales s on s.id = chain.replaces_id
  )
  select coalesce(sum(given_back(n)), 0)::bigint from chain join credit_notes n on n.sale_id = chain.id
  where (before is null or n.id < before)
    and not exists (select from document_approvals a where a.document_type = 'credit_note' and a.document_id = n.id
      and a.kind in ('refund', 'large_refund'))
    and not exists (select from sales_history_posted where document_type = 'credit_note' and document_id = n.id)
$$;

-- Of a customer on one day, before this adjustment. A write-off that was reversed lets no one off.
create function unapproved_credits(of_customer bigint, on_day date, before bigint) returns bigint
language sql stable as $$
  select coalesce(sum(w.amount_pence
    - coalesce((select sum(r.amount_pence) from wallet_adjustments r where r.reverses_id = w.id), 0)), 0)::bigint
  from wallet_adjustments w
  where w.customer_id = of_customer and w.kind in ('credit', 'write_off') and w.id < before
    and (w.posted_at at time zone 'Europe/London')::date = on_day
    and not exists (select from document_approvals a where a.document_type = 'wallet_adjustment' and a.document_id = w.id
      and a.kind = 'customer_credit')
$$;

create or replace function ensure_refund_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('refund_pence');
  back bigint := given_back(new);
begin
  if most is null or back = 0 or back + unapproved_refunds(new.sale_id, new.id) <= most
    or has_approval('credit_note', new.id, 'large_refund', back)
    or exists (select from sales where id = new.sale_id and channel = 'import')
    or exists (select from sales_history_posted where document_type = 'credit_note' and document_id = new.id) then
    return new;
  end if;
  raise exception 'credit note % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'refunds_are_approved';
end $$;

create or replace function ensure_customer_credit_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('write_off_pence');
  day date := (new.posted_at at time zone 'Europe/London')::date;
begin
  if most is null or new.amount_pence + unapproved_credits(new.customer_id, day, new.id) <= most
    or has_approval('wallet_adjustment', new.id, 'customer_credit', new.amount_pence) then
    return new;
  end if;
  raise exception 'adjustment % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'customer_credits_are_approved';
end $$;
