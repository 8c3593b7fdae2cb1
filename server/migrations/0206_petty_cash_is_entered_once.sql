-- A receipt paid out of a till is compared with others, with expenses and with bills, where its number and the seller's VAT
-- number are given (rule V18, decision 155). What was paid out before has neither here and is left alone.
alter table till_cash add column receipt_number text, add column receipt_vat_number text,
  add constraint till_cash_receipts_are_whole check ((receipt_number is null) = (receipt_vat_number is null));

create index till_cash_by_receipt on till_cash (receipt_vat_number, lower(receipt_number))
  where receipt_vat_number is not null;

-- The day on which a receipt was paid out of a till, as the detail of the errors; null if it was not.
create function petty_cash_of(seller text, theirs text) returns text
language sql stable as $$
  select (recorded_at at time zone 'Europe/London')::date::text from till_cash
  where receipt_vat_number = seller and lower(receipt_number) = lower(theirs) order by id limit 1
$$;

-- What else a receipt is entered as: "till" and its day, "bill" and its number, or "expense" and its number or, without
-- one, its date. Null if it is not.
create function entered_as(seller text, theirs text) returns text
language sql stable as $$
  select coalesce(
    'till ' || petty_cash_of(seller, theirs),
    (select 'expense ' || coalesce(number, expense_date::text) from expenses
      where vat_number = seller and lower(reference) = lower(theirs) and status not in ('rejected', 'cancelled')
      order by id limit 1),
    (select 'bill ' || b.number from supplier_bills b
      where lower(b.supplier_bill_number) = lower(theirs) and b.reversed_at is null
        and b.supplier_id in (select id from suppliers where vat_number = seller) order by b.id limit 1))
$$;

create function ensure_petty_cash_is_entered_once() returns trigger
language plpgsql as $$
declare
  other text;
begin
  perform lock_supplier_invoice(new.receipt_vat_number, new.receipt_number);
  other := entered_as(new.receipt_vat_number, new.receipt_number);
  if other is not null then
    raise exception 'receipt % of % is entered already', new.receipt_number, new.receipt_vat_number
      using errcode = 'unique_violation', constraint = 'petty_cash_is_entered_once', detail = other;
  end if;
  return new;
end $$;
create trigger petty_cash_is_entered_once before insert on till_cash
  for each row when (new.receipt_vat_number is not null) execute function ensure_petty_cash_is_entered_once();

-- The other two look at tills as well. Triggers of one event fire by name: these come after the lock of the invoice.
create function ensure_expense_is_no_petty_cash() returns trigger
language plpgsql as $$
declare
  paid_on text := petty_cash_of(new.vat_number, new.reference);
begin
  if paid_on is not null then
    raise exception 'receipt % of % was paid out of a till', new.reference, new.vat_number
      using errcode = 'unique_violation', constraint = 'expenses_are_no_petty_cash', detail = paid_on;
  end if;
  return new;
end $$;
create trigger expenses_were_no_petty_cash before insert on expenses
  for each row when (new.reference is not null and new.vat_number is not null and new.status <> 'cancelled')
  execute function ensure_expense_is_no_petty_cash();
create trigger expenses_were_still_no_petty_cash before update of reference, vat_number, status on expenses
  for each row when (new.reference is not null and new.vat_number is not null and new.status in ('draft', 'submitted'))
  execute function ensure_expense_is_no_petty_cash();

create function ensure_bill_is_no_petty_cash() returns trigger
language plpgsql as $$
declare
  paid_on text := petty_cash_of((select vat_number from suppliers where id = new.supplier_id), new.supplier_bill_number);
begin
  if paid_on is not null then
    raise exception 'bill % was paid out of a till', new.supplier_bill_number
      using errcode = 'unique_violation', constraint = 'bills_are_no_petty_cash', detail = paid_on;
  end if;
  return new;
end $$;
create trigger bills_were_no_petty_cash before insert on supplier_bills
  for each row execute function ensure_bill_is_no_petty_cash();
