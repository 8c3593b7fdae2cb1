-- Cash paid into or out of a till in error is reversed by a movement of its own, once (rule L1, decision 177).
alter table till_cash
  add column reverses_id bigint references till_cash on delete restrict,
  add constraint till_cash_is_reversed_once unique (reverses_id);

-- Only what was entered at a till is reversed like this; an expense puts its cash back itself. A reversal is not reversed.
create function ensure_till_cash_mirrors() returns trigger
language plpgsql as $$
begin
  if not exists (select from till_cash o join journals j on j.id = new.journal_id and j.reverses_id = o.journal_id
    where o.id = new.reverses_id and o.reverses_id is null and o.kind in ('paid_in', 'paid_out')
      and o.document_type = 'till_session' and o.amount_pence = -new.amount_pence) then
    raise exception 'cash movement % is not the reversal of %', new.id, new.reverses_id
      using errcode = 'integrity_constraint_violation', constraint = 'till_cash_mirrors_what_it_reverses';
  end if;
  return new;
end $$;
create trigger till_cash_mirrors_what_it_reverses before insert on till_cash
  for each row when (new.reverses_id is not null) execute function ensure_till_cash_mirrors();

-- The receipt of what was reversed is free again: for a till, an expense or a bill (rule V18).
create or replace function petty_cash_of(seller text, theirs text) returns text
language sql stable as $$
  select (c.recorded_at at time zone 'Europe/London')::date::text from till_cash c
  where c.receipt_vat_number = seller and lower(c.receipt_number) = lower(theirs)
    and not exists (select from till_cash r where r.reverses_id = c.id)
  order by c.id limit 1
$$;

-- What was reversed came back and no longer counts towards what its user paid out that day without approval (rule P15). The
-- reversal of cash paid in counts: it takes cash out of the drawer.
create or replace function unapproved_paid_out(of_user bigint, on_day date, before bigint default null) returns bigint
language sql stable as $$
  select coalesce(sum(-c.amount_pence), 0)::bigint from till_cash c
  where c.kind = 'paid_out' and c.recorded_by = of_user and (before is null or c.id < before)
    and c.recorded_at >= on_day::timestamp at time zone 'Europe/London'
    and c.recorded_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and not is_approved_paid_out(c)
    and not exists (select from till_cash r where r.reverses_id = c.id)
    and not (c.document_type = 'expense' and exists (select from expenses e
      where e.id = c.document_id and e.status = 'cancelled' and not e.money_is_out))
$$;
