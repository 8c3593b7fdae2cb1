-- The first return begins with the registration, and the final one takes what is dated after it (finding F102).

-- The first and the last tax point that a return took when it was filed. Null on returns from before this was kept: they
-- took everything up to their last day that no earlier return had.
alter table vat_returns
  add column takes_from date,
  add column takes_to date,
  add constraint vat_returns_take_their_own_days check (takes_from <= period_to and takes_to >= period_to);

-- What the final return has is late when more of it comes; what is dated before the registration is in no return.
create or replace function mark_late_vat_entry() returns trigger
language plpgsql as $$
begin
  new.is_late := coalesce(new.tax_point <= (select max(coalesce(takes_to, period_to)) from vat_returns), false)
    and coalesce(new.tax_point >= (select min(takes_from) from vat_returns), true);
  return new;
end $$;
