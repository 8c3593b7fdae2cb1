-- What a role lets its users take off beyond the limit of the settings, without the permission to give any discount.
alter table roles add column discount_limit numeric(5, 2)
  constraint roles_discount_limit_is_a_percentage check (discount_limit between 0 and 100);
