-- A price agreed with a supplier, which orders propose from its day on whatever was paid before (decision 209). It is for one
-- buying unit as that was when it was agreed: the product's may hold another number of units by now.
alter table supplier_products
  add column agreed_cost numeric(18, 6)
    constraint supplier_products_agreed_cost_is_positive check (agreed_cost > 0),
  add column agreed_cost_factor numeric(14, 3)
    constraint supplier_products_agreed_cost_factor_is_positive check (agreed_cost_factor > 0),
  add column agreed_cost_from date,
  add constraint supplier_products_agreed_cost_has_its_day
    check (num_nulls(agreed_cost, agreed_cost_factor, agreed_cost_from) in (0, 3));
