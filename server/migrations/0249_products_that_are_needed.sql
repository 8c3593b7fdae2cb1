-- Prices of groups and for quantities are in the product's own mode, with VAT or without, so the same figures would be other
-- prices in the other mode (rules V3, V9).
create function keep_mode_of_special_prices() returns trigger language plpgsql as $$
begin
  if exists (select from price_group_prices where product_id = new.id)
    or exists (select from quantity_breaks where product_id = new.id) then
    raise exception 'product % has prices in its present mode', new.sku
      using errcode = 'integrity_constraint_violation', constraint = 'products_with_special_prices_keep_their_mode';
  end if;
  return new;
end $$;
create trigger products_with_special_prices_keep_their_mode before update on products
  for each row when (old.price_includes_vat <> new.price_includes_vat) execute function keep_mode_of_special_prices();

-- The largest amount of a document. Not valid: a price that was raised beyond it before stays until its product is saved.
alter table products add constraint products_price_is_within_reach check (price_pence <= 1000000000000) not valid;

-- A sale that was paid and could not be posted waits with what it sold, until it is posted or a manager has settled it by
-- hand. Without its products it could never be posted.
create index unbooked_sales_waiting on unbooked_sales (id) where sale_id is null;
create function is_in_waiting_sale(of_product bigint) returns boolean
language sql stable as $$
  select exists (select from unbooked_sales s
    where sale_id is null and body @> jsonb_build_object('lines', jsonb_build_array(jsonb_build_object('product_id', of_product)))
      and (exists (select from sale_exceptions e where e.unbooked_id = s.id and e.reviewed_at is null)
        or not exists (select from sale_exceptions e where e.unbooked_id = s.id)))
$$;
create function keep_product_of_waiting_sale() returns trigger language plpgsql as $$
begin
  if is_in_waiting_sale(old.id) then
    raise exception 'product % is in a paid sale that waits to be posted', old.sku
      using errcode = 'integrity_constraint_violation', constraint = 'products_of_waiting_sales_stay';
  end if;
  return old;
end $$;
create trigger products_of_waiting_sales_stay before delete on products
  for each row execute function keep_product_of_waiting_sale();
