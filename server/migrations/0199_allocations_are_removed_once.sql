-- An allocation is removed once: no pair of items ever has less than nothing allocated (rule W4). It runs after the trigger
-- that locks both items, so of two removals at once the second sees the first.
create function ensure_allocation_is_left() returns trigger
language plpgsql as $$
begin
  if (select sum(amount_pence) from allocations
      where debit_item_id = new.debit_item_id and credit_item_id = new.credit_item_id) < 0 then
    raise exception 'more is removed than is allocated'
      using errcode = 'integrity_constraint_violation', constraint = 'allocations_are_removed_once';
  end if;
  return null;
end $$;
create trigger removals_are_within_their_allocation after insert on allocations
  for each row when (new.amount_pence < 0) execute function ensure_allocation_is_left();
