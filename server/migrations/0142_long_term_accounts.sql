-- Fixed assets, and liabilities due after more than one year, are sections of their own in the balance sheet.
alter table accounts add column is_long_term boolean not null default false
  constraint accounts_of_the_system_are_current check (not is_long_term or (kind in ('asset', 'liability') and not is_system));

-- The cash basis counts what was allocated in a period.
create index allocations_by_date on allocations (business_date) include (debit_item_id, credit_item_id, amount_pence);
