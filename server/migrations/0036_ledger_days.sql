-- What each account was debited and credited with, day by day, up to a day that moves on every night: a balance then adds up
-- some hundreds of days and the lines since, and not the lines of all years. The lines remain what counts; these are made of them.
create table ledger_days (
  id bigint generated always as identity primary key,
  account_code text not null references accounts on delete restrict,
  business_date date not null,
  debit_pence bigint not null,
  credit_pence bigint not null,
  constraint ledger_days_are_sums check (debit_pence >= 0 and credit_pence >= 0 and debit_pence + credit_pence > 0)
);
create index ledger_days_by_account on ledger_days (account_code, business_date) include (debit_pence, credit_pence);
create trigger ledger_days_are_never_edited before update on ledger_days for each row execute function refuse_change();

create table ledger_days_kept (
  only_row boolean primary key default true constraint ledger_days_kept_is_one_row check (only_row),
  kept_through date not null default '-infinity'
);
insert into ledger_days_kept default values;

-- A function, because the planner asks it how few lines there are after that day; of a subquery it would guess.
create function ledger_kept_through() returns date language plpgsql stable parallel safe as $$
begin
  return (select kept_through from ledger_days_kept);
end $$;

create view ledger_by_day as
  select account_code, business_date, debit_pence, credit_pence from ledger_days
  union all
  select a.code, l.business_date, l.debit_pence, l.credit_pence
  from accounts a join journal_lines l on l.account_code = a.code and l.business_date > ledger_kept_through();

-- What is posted to a day that is kept adds to it. Whoever posts holds the lock of the books shared, and who keeps further days
-- holds it alone, so that no line is between the two. Rows are added and never changed: nobody waits for another's day.
create function keep_late_posting() returns trigger
language plpgsql as $$
begin
  insert into ledger_days (account_code, business_date, debit_pence, credit_pence)
    select account_code, business_date, sum(debit_pence), sum(credit_pence) from added
    where business_date <= ledger_kept_through() group by 1, 2;
  return null;
end $$;
create trigger journal_lines_of_kept_days after insert on journal_lines referencing new table as added
  for each statement execute function keep_late_posting();
