-- One credit note of a supplier is recorded once: with the goods returned, or by its amount (rules P4, P8, V24). Both
-- paths hold the supplier's ledger; the trigger takes it too, so that two at once wait for each other.
create index supplier_returns_by_their_number on supplier_returns (lower(supplier_credit_number))
  where supplier_credit_number is not null;

create function lock_supplier_ledger(supplier bigint) returns void
language sql as $$
  select from party_balances where supplier_id = supplier for update
$$;

create function ensure_credit_is_not_of_a_return() returns trigger
language plpgsql as $$
begin
  perform lock_supplier_ledger(new.supplier_id);
  if exists (
    select from supplier_returns r join purchase_orders po on po.id = r.purchase_order_id
    where lower(r.supplier_credit_number) = lower(new.supplier_credit_number) and po.supplier_id = new.supplier_id
      and r.credit_number is not null) then
    raise exception 'credit note % is recorded with a return', new.supplier_credit_number
      using errcode = 'unique_violation', constraint = 'supplier_credit_notes_are_recorded_once';
  end if;
  return new;
end $$;
create trigger supplier_credit_notes_are_recorded_once before insert on supplier_credits
  for each row execute function ensure_credit_is_not_of_a_return();

create function ensure_return_is_not_of_a_credit() returns trigger
language plpgsql as $$
declare
  supplier bigint := (select supplier_id from purchase_orders where id = new.purchase_order_id);
begin
  perform lock_supplier_ledger(supplier);
  if exists (
    select from supplier_credits c where c.supplier_id = supplier and c.reversed_at is null
      and lower(c.supplier_credit_number) = lower(new.supplier_credit_number)) then
    raise exception 'credit note % is recorded by its amount', new.supplier_credit_number
      using errcode = 'unique_violation', constraint = 'supplier_credit_notes_are_recorded_once';
  end if;
  return new;
end $$;
create trigger supplier_credit_notes_are_recorded_once before insert on supplier_returns
  for each row when (new.supplier_credit_number is not null and new.credit_number is not null)
  execute function ensure_return_is_not_of_a_credit();
