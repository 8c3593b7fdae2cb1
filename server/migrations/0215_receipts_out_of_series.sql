-- A receipt number that does not go on with its series is kept as printed, but counts neither as the last number of the
-- series nor as a gap before it: one sale with a number made up would otherwise claim millions of unsent sales, and no
-- till could be closed with it (decision 068).
alter table sales add column receipt_is_out_of_series boolean not null default false;
alter table unbooked_sales add column receipt_is_out_of_series boolean not null default false;

-- Of those already stored, the numbers above a gap of more than 10,000.
create temporary table stored_receipts on commit drop as
  select receipt_number, bool_or(is_above_gap) over (partition by prefix order by number) as is_out from (
    select receipt_number, prefix, number,
      number - coalesce(lag(number) over (partition by prefix order by number), 0) > 10000 as is_above_gap
    from (
      select distinct receipt_number, regexp_replace(receipt_number, '-[0-9]+$', '') as prefix,
        substring(receipt_number from '[0-9]+$')::bigint as number
      from (select receipt_number from sales union all select receipt_number from unbooked_sales) printed
      where receipt_number is not null) numbered) spaced;
delete from stored_receipts where not is_out;

alter table sales disable trigger sales_stay_as_posted;
update sales set receipt_is_out_of_series = true where receipt_number in (select receipt_number from stored_receipts);
alter table sales enable trigger sales_stay_as_posted;
alter table unbooked_sales disable trigger unbooked_sales_stay_as_sent;
update unbooked_sales set receipt_is_out_of_series = true where receipt_number in (select receipt_number from stored_receipts);
alter table unbooked_sales enable trigger unbooked_sales_stay_as_sent;
