-- Cash that a till paid for an expense which was then cancelled came back: it no longer counts towards what its user paid out
-- that day without approval (rule P15).
create or replace function unapproved_paid_out(of_user bigint, on_day date, before bigint default null) returns bigint
language sql stable as $$
  select coalesce(sum(-c.amount_pence), 0)::bigint from till_cash c
  where c.kind = 'paid_out' and c.recorded_by = of_user and (before is null or c.id < before)
    and c.recorded_at >= on_day::timestamp at time zone 'Europe/London'
    and c.recorded_at < (on_day + 1)::timestamp at time zone 'Europe/London'
    and not is_approved_paid_out(c)
    and not (c.document_type = 'expense' and exists (select from expenses e
      where e.id = c.document_id and e.status = 'cancelled' and not e.money_is_out))
$$;
