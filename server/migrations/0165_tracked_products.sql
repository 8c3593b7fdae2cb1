-- Whether stock of a product is tracked decides where its goods are posted. It does not change while some of them are
-- posted the other way: the stock would keep a value that no sale takes off, or a receipt would wait for ever (A10, I4).
create function keep_products_tracked() returns trigger
language plpgsql as $$
declare
  pool record;
begin
  if old.is_stocked then
    -- Held until the commit, so that nothing moves in the meantime.
    select quantity, value_pence into pool from stock_pools where product_id = new.id for update;
    if pool.quantity <> 0 or pool.value_pence <> 0 then
      raise exception 'product % has stock', new.id
        using errcode = 'integrity_constraint_violation', constraint = 'products_with_stock_stay_tracked';
    end if;
  end if;
  if exists (
    select from purchase_order_lines l join goods_received_lines g on g.purchase_order_line_id = l.id
    where l.product_id = new.id and g.is_stock = old.is_stocked and g.unbilled_pence + g.unbilled_vat_in_cost_pence <> 0
  ) then
    raise exception 'product % has goods that are not billed', new.id
      using errcode = 'integrity_constraint_violation', constraint = 'products_with_unbilled_goods_stay_as_they_are';
  end if;
  return null;
end $$;
create trigger products_stay_tracked after update of is_stocked on products
  for each row when (old.is_stocked is distinct from new.is_stocked) execute function keep_products_tracked();

-- What comes back of a product that is no longer tracked would stay in stock for ever. An import that is undone restores
-- what was there.
create function ensure_moved_products_are_tracked() returns trigger
language plpgsql as $$
begin
  if exists (
    select from moved m join products p on p.id = m.product_id
    where not p.is_stocked and m.quantity > 0 and m.quantity_after <> 0 and m.kind <> 'import_undone'
  ) then
    raise exception 'a product is not tracked'
      using errcode = 'integrity_constraint_violation', constraint = 'stock_movements_are_of_tracked_products';
  end if;
  return null;
end $$;
create trigger stock_movements_are_of_tracked_products after insert on stock_movements
  referencing new table as moved for each statement execute function ensure_moved_products_are_tracked();
