-- One invoice of a seller is entered once: as a bill or as an expense, and without a supplier once for each VAT number and
-- number on it (rule V18). Indexes cannot see both tables, nor leave alone what was entered twice before, so triggers look
-- when something is entered or submitted. Two at once wait for each other by the lock of the invoice.
create index expenses_by_sellers_invoice on expenses (vat_number, lower(reference))
  where vat_number is not null and reference is not null and status <> 'cancelled';

create index supplier_bills_by_their_number on supplier_bills (lower(supplier_bill_number)) where reversed_at is null;

-- One of 1,024 locks: an import enters thousands of invoices in one transaction, and the database has room for some
-- thousand locks in all.
create function lock_supplier_invoice(seller text, theirs text) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended('supplier invoice' || ' '
    || (hashtextextended(seller || ' ' || lower(theirs), 0) & 1023), 0))
$$;

-- The detail of each error names the other document, or is the date of a draft without a number.
create function ensure_bill_is_no_expense() returns trigger
language plpgsql as $$
declare
  their_vat_number text := (select vat_number from suppliers where id = new.supplier_id);
  other text;
begin
  perform lock_supplier_invoice(new.supplier_id::text, new.supplier_bill_number);
  if their_vat_number is not null then
    perform lock_supplier_invoice(their_vat_number, new.supplier_bill_number);
  end if;
  select coalesce(number, expense_date::text) into other from expenses
  where lower(reference) = lower(new.supplier_bill_number) and status not in ('rejected', 'cancelled')
    and (supplier_id = new.supplier_id or (supplier_id is null and vat_number = their_vat_number))
  order by id limit 1;
  if found then
    raise exception 'bill % is entered as an expense', new.supplier_bill_number
      using errcode = 'unique_violation', constraint = 'bills_are_no_expenses', detail = other;
  end if;
  return new;
end $$;
create trigger bills_are_no_expenses before insert on supplier_bills
  for each row execute function ensure_bill_is_no_expense();

create function ensure_expense_is_entered_once() returns trigger
language plpgsql as $$
declare
  other text;
begin
  if new.supplier_id is not null then
    perform lock_supplier_invoice(new.supplier_id::text, new.reference);
  end if;
  if new.vat_number is not null then
    perform lock_supplier_invoice(new.vat_number, new.reference);
  end if;
  select b.number into other from supplier_bills b
  where lower(b.supplier_bill_number) = lower(new.reference) and b.reversed_at is null
    and (b.supplier_id = new.supplier_id
      or (new.supplier_id is null and b.supplier_id in (select id from suppliers where vat_number = new.vat_number)))
  order by b.id limit 1;
  if found then
    raise exception 'receipt % is entered as a bill', new.reference
      using errcode = 'unique_violation', constraint = 'expenses_are_no_bills', detail = other;
  end if;
  -- The index looks among the expenses of one supplier; here at least one of the two names none.
  select coalesce(number, expense_date::text) into other from expenses
  where vat_number = new.vat_number and lower(reference) = lower(new.reference) and status <> 'cancelled' and id <> new.id
    and (supplier_id is null or new.supplier_id is null)
  order by id limit 1;
  if found then
    raise exception 'receipt % of % is entered already', new.reference, new.vat_number
      using errcode = 'unique_violation', constraint = 'receipts_are_entered_once', detail = other;
  end if;
  return new;
end $$;
create trigger expenses_are_entered_once_with_bills before insert on expenses
  for each row when (new.reference is not null and new.status <> 'cancelled') execute function ensure_expense_is_entered_once();
-- What is in the books already is left as it is: it can still be paid or cancelled.
create trigger expenses_are_still_entered_once before update of supplier_id, reference, vat_number, status on expenses
  for each row when (new.reference is not null and new.status in ('draft', 'submitted'))
  execute function ensure_expense_is_entered_once();
