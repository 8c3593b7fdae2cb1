-- The price of a promotion at a fixed price is in the mode of its product too, until the promotion has ended (rules V3, V9).
create or replace function keep_mode_of_special_prices() returns trigger language plpgsql as $$
begin
  if exists (select from price_group_prices where product_id = new.id)
    or exists (select from quantity_breaks where product_id = new.id)
    or exists (select from promotions m
      where m.kind = 'fixed_price' and m.status = 'active'
        and m.ends_on >= (new.updated_at at time zone 'Europe/London')::date
        and (m.applies_to = 'everything'
          or exists (select from promotion_products c where c.promotion_id = m.id and c.product_id = new.id)
          or exists (select from promotion_categories c where c.promotion_id = m.id and c.category_id = new.category_id))) then
    raise exception 'product % has prices in its present mode', new.sku
      using errcode = 'integrity_constraint_violation', constraint = 'products_with_special_prices_keep_their_mode';
  end if;
  return new;
end $$;
