-- Sales without a name are at list prices and delivered at home: tills calculate them so, and every one would be refused if
-- the walk-in customer were in a price group or abroad.
update customers set price_group_id = null, version = version + 1,
  country = case when coalesce(delivery_country, country) in ('GB', 'IM') then country else 'GB' end,
  delivery_country = case when coalesce(delivery_country, country) in ('GB', 'IM') then delivery_country end
where is_walk_in and (price_group_id is not null or coalesce(delivery_country, country) not in ('GB', 'IM'));

alter table customers
  drop constraint customers_walk_in_stays_as_it_is,
  add constraint customers_walk_in_stays_as_it_is check (not is_walk_in or (
    status = 'active' and credit_limit_pence is null and merged_into_id is null and erased_at is null
    and price_group_id is null and coalesce(delivery_country, country) in ('GB', 'IM')));
