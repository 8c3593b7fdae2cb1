-- What every sale waits for, once for each statement instead of once for each row. The promises are the same.

-- Stock movements and ledger items on open days only. The lock of the books is taken before the days are read, as it is
-- for journals, so no movement slips in behind a date that moves.
create function ensure_open_days() returns trigger
language plpgsql as $$
declare
  locked date;
  filed date;
begin
  perform pg_advisory_xact_lock_shared(hashtext('books lock'));
  select locked_through into locked from books_lock;
  if exists (select from added where business_date <= locked) then
    raise exception 'the books are locked through %', locked
      using errcode = 'integrity_constraint_violation', constraint = 'books_are_locked';
  end if;
  select a.business_date into filed from added a join vat_returns r on a.business_date between r.period_from and r.period_to limit 1;
  if found then
    raise exception 'the VAT return of % is filed', filed
      using errcode = 'integrity_constraint_violation', constraint = 'vat_period_is_filed';
  end if;
  return null;
end $$;

drop trigger stock_movements_are_dated_in_open_days on stock_movements;
create trigger stock_movements_are_dated_in_open_days after insert on stock_movements referencing new table as added
  for each statement execute function ensure_open_days();
drop trigger party_items_are_dated_in_open_days on party_items;
create trigger party_items_are_dated_in_open_days after insert on party_items referencing new table as added
  for each statement execute function ensure_open_days();

-- The day up to which totals are kept is read once.
create or replace function keep_late_posting() returns trigger
language plpgsql as $$
begin
  insert into ledger_days (account_code, business_date, debit_pence, credit_pence)
    select account_code, business_date, sum(debit_pence), sum(credit_pence) from added
    where business_date <= (select ledger_kept_through()) group by 1, 2;
  return null;
end $$;

-- The rows are compared as they are stored, which is stricter and cheaper than as JSON.
create or replace function protect_party_item() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.allocated_pence := new.allocated_pence;
    if new *= old then
      return new;
    end if;
  end if;
  raise exception 'a posted item of a party ledger stays as it is' using errcode = 'integrity_constraint_violation';
end $$;
